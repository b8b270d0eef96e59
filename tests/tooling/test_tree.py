"""What must hold for the source tree as a whole: dependencies, pins, what `--help` may load."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BALANCE = Path(sys.executable).with_name("balance")
PACKAGES = ("sims", "balance", "reports")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
HEAVY = (
    "duckdb",
    "jinja2",
    "matplotlib",
    "numba",
    "pandas",
    "polars",
    "pyarrow",
    "scipy",
    "statsmodels",
    "typst",
)


def name(requirement: str) -> str:
    """The distribution's name in `NAME>=1.2` or `NAME==1.2 ; marker`."""
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match, requirement
    return match.group().lower()


def imported_by_packages() -> set[str]:
    """Top-level names imported anywhere in the packages, inside functions too."""
    found = set()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(), path)):
                if isinstance(node, ast.Import):
                    found |= {alias.name.split(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    found.add(node.module.split(".")[0])
    return found


def pins(file: str) -> dict[tuple[str, str], tuple[str, list[str]]]:
    """(name, marker) -> (version, its hashes) of a requirements file."""
    text = (ROOT / file).read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    found = {}
    for line in lines:
        pin, *hashes = line.split("--hash=")
        requirement, _, marker = (part.strip() for part in pin.partition(";"))
        distribution, equals, version = requirement.partition("==")
        assert equals, f"{file}: not pinned: {line[:80]}"
        found[distribution, marker] = (version, [digest.strip() for digest in hashes])
    return found


@pytest.mark.parametrize("dependency", [name(requirement) for requirement in PROJECT["dependencies"]])
def test_every_dependency_is_used(dependency):
    assert dependency in imported_by_packages()


def test_every_import_is_a_dependency_or_ours():
    allowed = {name(requirement) for requirement in [*PROJECT["dependencies"], *EXTRAS["cluster"]]}
    allowed |= {
        *sys.stdlib_module_names,
        *PACKAGES,
        "llvmlite",
    }  # llvmlite is Numba's other half, pinned by it
    assert imported_by_packages() <= allowed


@pytest.mark.parametrize(
    "requirement", [*PROJECT["dependencies"], *(one for extra in EXTRAS.values() for one in extra)]
)
def test_every_dependency_has_a_lower_bound_and_no_upper_one(requirement):
    assert re.fullmatch(r"[a-z0-9-]+(\[[a-z,]+\])?>=\d+(\.\d+)*", requirement)


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_requirements_are_pinned_hashed_and_name_no_place(file):
    text = (ROOT / file).read_text()
    assert "://" not in text
    assert not re.search(r"^\s*(-e|-i|-f|--(?!hash=))", text, re.MULTILINE)
    assert not re.search(r"(^|\s)[./~]*/\S", text)  # no path of the machine that made the file
    for (distribution, _), (version, hashes) in pins(file).items():
        assert re.fullmatch(r"[\w.!+-]+", version), distribution
        assert hashes, distribution
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest) for digest in hashes), distribution


def test_development_has_the_same_pins_as_the_runtime_and_more():
    runtime, development = pins("requirements.txt"), pins("requirements-dev.txt")
    assert runtime.items() <= development.items()
    assert len(runtime) < len(development)


def test_the_pins_hold_every_dependency_and_respect_its_bound():
    pinned = pins("requirements-dev.txt")
    for requirement in [*PROJECT["dependencies"], *(one for extra in EXTRAS.values() for one in extra)]:
        bound = [int(part) for part in requirement.partition(">=")[2].split(".")]
        versions = [
            version for (distribution, _), (version, _) in pinned.items() if distribution == name(requirement)
        ]
        assert versions, f"{requirement}: run make lock"
        for version in versions:
            assert [int(part) for part in version.split(".")[: len(bound)]] >= bound, (
                f"{requirement}: make lock"
            )


def test_python_3_11_gets_a_numpy_that_still_supports_it():
    [version] = [
        version
        for (distribution, marker), (version, _) in pins("requirements.txt").items()
        if distribution == "numpy" and "< '3.12'" in marker
    ]
    assert version.startswith("2.4.")


def test_help_loads_nothing_heavy():
    code = (
        "import atexit, sys; from balance.cli import app; sys.argv = ['balance', '--help']; "
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr)); app()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert "sweep" in done.stdout
    loaded = {module.partition(".")[0] for module in done.stderr.split()}
    assert "typer" in loaded
    assert not set(HEAVY) & loaded


def test_help_is_quick():
    """0.3 s of CPU at most; the best of three, since other work on the machine costs cache and clock."""
    code = (
        "import resource, subprocess; "
        f"subprocess.run([{str(BALANCE)!r}, '--help'], check=True, stdout=subprocess.DEVNULL); "
        "used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime + used.ru_stime)"
    )
    run = [sys.executable, "-c", code]
    seconds = [
        float(subprocess.run(run, capture_output=True, text=True, cwd=ROOT, check=True).stdout)
        for _ in range(3)
    ]
    assert min(seconds) <= 0.3
