"""Writing a file so that it is there whole or not at all, even if the machine stops."""

import hashlib
import os
import secrets
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Make the names in `folder` last (a rename or link is only safe once its folder is synced)."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_file(path: Path) -> None:
    """Make the content of `path` last."""
    with path.open("rb") as handle:
        os.fsync(handle.fileno())


def write_atomically(path: Path, data: bytes) -> None:
    """Write `data` as `path`, in place of what may be there."""
    temporary = _write_beside(path, data)
    temporary.replace(path)
    sync_folder(path.parent)


def write_once(path: Path, data: bytes) -> None:
    """Write `data` as `path` if no such file exists; else FileExistsError, and the file stays as it was."""
    temporary = _write_beside(path, data)
    try:
        path.hardlink_to(temporary)  # unlike a rename, a link never replaces
    finally:
        temporary.unlink()
    sync_folder(path.parent)


def sha256(path: Path) -> str:
    """Of a file, as hexadecimal digits."""
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def _write_beside(path: Path, data: bytes) -> Path:
    # Others may write it at the same time, on machines of which this one knows nothing.
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.tmp")
    temporary.unlink(missing_ok=True)
    try:
        with temporary.open("xb") as handle:  # never through a link that lies there
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
    except OSError as error:
        temporary.unlink(missing_ok=True)  # a full disk needs the room
        raise OSError(error.errno, error.strerror, str(path)) from error
    return temporary
