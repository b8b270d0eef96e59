"""Builds the wheel, installs it in a clean environment and plays a small sweep far from the checkout.

Run by `make wheel-check`. Exits non-zero, saying why, when a file is missing from the wheel, when its
metadata asks for what the pinned requirements do not give, or when the sweep leaves no run.json or report.html.
"""

import json
import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ["sims", "balance", "reports"]
SWEEP = [
    "sweep",
    "konflikt",
    "--seats",
    "4",
    "--vary",
    "coin_supply=8,16",
    "--matches",
    "40",
    "--out",
    "small",
]


def call(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    """Standard output of a command that must succeed."""
    print("+", *command, flush=True)
    done = subprocess.run(command, cwd=cwd, env=env, check=False, text=True, stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"wheel-check: that ended with {done.returncode}")
    return done.stdout


def sources() -> set[str]:
    """Paths of all files of the packages that git knows or would add."""
    listed = call("git", "ls-files", "--cached", "--others", "--exclude-standard", *PACKAGES, cwd=ROOT)
    return {path for path in listed.splitlines() if (ROOT / path).exists()}


def main() -> None:
    """Build, compare, install, play, look."""
    with tempfile.TemporaryDirectory(prefix="wheel-check-") as folder:
        away = Path(folder)
        call(
            sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", away, ROOT, cwd=away
        )
        [wheel] = away.glob("*.whl")
        missing = sources() - set(zipfile.ZipFile(wheel).namelist())
        if missing:
            sys.exit(f"not in {wheel.name}: {', '.join(sorted(missing))}")

        venv.create(away / "venv", with_pip=True)
        scripts = away / "venv" / "bin"
        pip = [scripts / "python", "-m", "pip", "--disable-pip-version-check", "--quiet"]
        call(*pip, "install", "--require-hashes", "-r", ROOT / "requirements.txt", cwd=away)
        call(*pip, "install", "--no-deps", wheel, cwd=away)
        call(*pip, "check", cwd=away)

        # An empty home: no compile cache, no settings; and no way back to the checkout.
        ours = ("BALANCE_CACHE_DIR", "NUMBA_CACHE_DIR", "PYTHONPATH", "VIRTUAL_ENV")
        clean = {key: value for key, value in os.environ.items() if key not in ours}
        clean |= {"HOME": folder, "XDG_CACHE_HOME": str(away / "cache")}
        print(call(scripts / "balance", *SWEEP, cwd=away, env=clean))
        run = json.loads((away / "small" / "run.json").read_text())
        report = (away / "small" / "report.html").read_text()
        if run["game"] != "konflikt" or len(run["variants"]) != 2 or "</html>" not in report:
            sys.exit("the sweep's run.json or report.html is not what was asked for")
        print(f"wheel-check: {wheel.name} works outside the checkout")


if __name__ == "__main__":
    main()
