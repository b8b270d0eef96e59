"""Files that vouch for themselves: whatever byte is changed, it is seen."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.store.sealed import opened, sealed

CONTENT = {"name": "é\n", "rows": [1, 2.5, None, True], "sha": {"sha256": "0" * 8}}


def test_what_is_written_comes_back_without_its_digest(tmp_path):
    (tmp_path / "f.json").write_bytes(sealed(CONTENT))
    assert opened(tmp_path / "f.json") == (CONTENT, "", True)
    assert {**CONTENT, "sha256": json.loads((tmp_path / "f.json").read_text())["sha256"]} == json.loads(
        sealed(CONTENT)
    )


@given(st.integers(0, len(sealed(CONTENT)) - 1), st.integers(1, 255))
def test_no_byte_can_be_changed_unseen(tmp_path_factory, place, bits):
    path = tmp_path_factory.getbasetemp() / "changed.json"
    data = bytearray(sealed(CONTENT))
    data[place] ^= bits
    path.write_bytes(data)
    found = opened(path)
    assert found.fault in ("torn", "changed since it was written") or not found.sealed


@pytest.mark.parametrize("kept", range(0, len(sealed(CONTENT)), 7))
def test_a_torn_file_is_told_and_no_error(tmp_path, kept):
    (tmp_path / "f.json").write_bytes(sealed(CONTENT)[:kept])
    assert opened(tmp_path / "f.json").fault == ("torn" if kept else "empty")


@pytest.mark.parametrize(
    ("data", "fault"), [(b"\0" * 300, "empty"), (b"[1]", "torn"), (b"\xff", "torn"), (b"[" * 100_000, "torn")]
)
def test_what_is_no_object_is_torn(tmp_path, data, fault):
    (tmp_path / "f.json").write_bytes(data)
    assert opened(tmp_path / "f.json") == ({}, fault, False)


def test_a_file_from_before_there_were_digests_is_read_as_it_is(tmp_path):
    (tmp_path / "f.json").write_text(json.dumps(CONTENT))
    assert opened(tmp_path / "f.json") == (CONTENT, "", False)
    assert opened(tmp_path / "none.json") == ({}, "missing", False)
