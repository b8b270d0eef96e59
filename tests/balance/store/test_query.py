"""SQL over a run: it reads the run and nothing else, wherever the run lies and whatever its folder is called."""

import pytest

from balance.store.query import ask, connect, refused
from balance.store.run import Run
from sims.errors import InputError


@pytest.fixture(scope="module")
def run(tmp_path_factory, write_run, told):
    round_, variant = told
    return write_run(tmp_path_factory.mktemp("asked") / "run", [variant([[[round_([3, 1])]]])])


def secret(tmp_path):
    (tmp_path / "secret.csv").write_text("word\nswordfish\n")
    return tmp_path / "secret.csv"


REACHES = [
    "from read_csv('{secret}')",
    "from read_text('{secret}')",
    "from read_blob('{secret}')",
    "from '{secret}'",
    "from sniff_csv('{secret}')",
    "from glob('{folder}/*')",
    "from glob('*')",
    "from read_text('{run}/run.json')",
    "from read_text('{run}/../secret.csv')",
    "from read_text('{run}/lock')",
    "from read_parquet('{run}/tables/*/../../../secret.csv')",
    "from read_text('/proc/self/environ')",
    "from read_text('http://127.0.0.1:1/x')",
    "from 's3://bucket/x.parquet'",
    "from parquet_metadata('{secret}')",
    "select getenv('HOME')",
    "from duckdb_secrets()",
    "attach '{secret}' as other",
    "copy (from rounds) to '{folder}/out.csv'",
    "export database '{folder}/out'",
    "install httpfs",
    "load httpfs",
    "load '{secret}'",
    "set lock_configuration = false",
    "set enable_external_access = true",
    "pragma database_list",
    "create table t as from rounds",
    "drop view rounds",
    "call checkpoint()",
    "from rounds; from matches",
    "",
]


@pytest.mark.parametrize("sql", REACHES)
def test_what_reaches_beyond_the_run_is_refused(run, tmp_path, monkeypatch, sql):
    monkeypatch.chdir(tmp_path)
    filled = sql.format(secret=secret(tmp_path), folder=tmp_path, run=run.path)
    before = set(tmp_path.rglob("*"))
    with connect(run) as con, pytest.raises(InputError, match=r"^query: "), refused(filled):
        ask(con, filled).fetchall()
    assert set(tmp_path.rglob("*")) == before


NAMES = ["it's", "a,b", 'qu"ote', "st*r", "q?", "x[12]", "{a,b}", "seats=2", "variant=7", "a b$c;d"]
OTHERS = ["str", "stXr", "qq", "x1", "x2", "a", "b"]  # what these names stand for as patterns


@pytest.fixture(scope="module")
def named(tmp_path_factory, write_run, told):
    """A folder of runs with such names, and of other runs."""
    round_, variant = told
    home = tmp_path_factory.mktemp("named")
    for name in NAMES + OTHERS:
        write_run(home / name, [variant([[[round_([3, 1] if name in NAMES else [0, 9])]]])])
    return home


@pytest.mark.parametrize("name", NAMES)
def test_a_run_is_read_alone_whatever_its_folder_is_called(named, tmp_path, monkeypatch, name):
    monkeypatch.chdir(named)
    (tmp_path / "link").symlink_to(named / name)
    ways = [(named / name, True), (name, False), (f"{OTHERS[0]}/../{name}", True), (tmp_path / "link", True)]
    for path, locked in ways:
        with connect(Run.open(path), locked=locked) as con:
            assert con.execute("select points from rounds order by seat").fetchall() == [(3,), (1,)]
            assert "seats" not in con.sql("from matches").columns


def test_with_unsafe_own_tables_are_joined_and_results_are_written(run, tmp_path):
    written = tmp_path / "out.csv"
    with connect(run, locked=False) as con:
        joined = f"select word, points from read_csv('{secret(tmp_path)}'), rounds where seat = 0"
        assert ask(con, joined, unsafe=True).fetchall() == [("swordfish", 3)]
        ask(con, f"attach ':memory:' as own; copy ({joined}) to '{written}'", unsafe=True).fetchall()
        with pytest.raises(InputError, match="SQL that DuckDB can answer"):
            ask(con, "delete from rounds", unsafe=True)
    assert written.read_text() == "word,points\nswordfish,3\n"


def test_a_file_that_is_no_table_is_told_with_the_run(make_run, told):
    round_, variant = told
    run = make_run([variant([[[round_([3, 1])]]])])
    (run.path / "tables" / "rounds" / "00000.parquet").write_bytes(b"PAR1 and nothing else")
    with pytest.raises(InputError, match=r"00000.parquet.*balance check .* tells what is wrong") as caught:
        connect(run)
    assert "\n" not in str(caught.value)
