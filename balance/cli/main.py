"""The command line: its commands, and how errors become one line and an exit code."""

import os
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.exceptions import TyperException

from balance.cli import (
    calibrate,
    check,
    compare,
    games,
    ladder,
    plan,
    query,
    replay,
    report,
    resume,
    rules,
    runs,
    sweep,
    tune_players,
)

DONE, FAULT, WRONG_INPUT, INCOMPLETE, INTERRUPTED = 0, 1, 2, 4, 130

commands = typer.Typer(
    name="balance",
    help="Play card games by the million and see, with intervals, what a rule change does.",
    rich_markup_mode=None,  # plain help: rich's takes longer to load than `balance --help` may
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
for module in (
    games,
    rules,
    sweep,
    compare,
    plan,
    ladder,
    resume,
    runs,
    report,
    query,
    replay,
    check,
    tune_players,
    calibrate,
):
    commands.command(module.__name__.rpartition(".")[2].replace("_", "-"))(module.command)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"balance {version('card-balance')}")
        raise typer.Exit


@commands.callback(no_args_is_help=True)
def _root(
    _: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    """Play card games by the million and see, with intervals, what a rule change does."""


class _AsTyped:
    """Takes an option as it was typed. Typer's own way loads pydantic: a sixth of a second at every start."""

    def coerce(self, value: object, param: Any, ctx: object) -> object:  # noqa: ARG002  # as Typer calls it
        """The value; an empty tuple where a repeatable option was not given."""
        return () if value is None and param.multiple else value


for kind in (typer.core.TyperOption, typer.core.TyperArgument):
    kind.get_runtime_param = lambda _: _AsTyped()  # type: ignore[assignment,method-assign,return-value]


def run(arguments: Sequence[str]) -> int:
    """Run one command; its exit code. What went wrong is told in one line on standard error."""
    from sims.errors import InputError, PlayError, Stopped

    try:
        code = typer.main.get_command(commands).main(
            ladder.filled(arguments), prog_name="balance", standalone_mode=False
        )
        sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except TyperException as error:  # every complaint of the parser
        return _tell(
            error.format_message() if hasattr(error, "format_message") else str(error), WRONG_INPUT, error
        )
    except InputError as error:
        return _tell(str(error), WRONG_INPUT, error)
    except (Stopped, KeyboardInterrupt, typer.Abort) as error:
        return _tell(str(error) or "interrupted", INTERRUPTED, error)
    except (BrokenPipeError, SystemExit) as error:
        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        # The reader of our output has had enough; Typer makes a SystemExit of it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return DONE
    except PlayError as error:
        from balance.workflows.playing.play import Incomplete

        if isinstance(error, Incomplete):
            return _tell(str(error), INCOMPLETE, error)
        return _tell(f"internal error: {error}", FAULT, error)
    except OSError as error:
        return _tell(str(error), FAULT, error)
    except Exception as error:  # noqa: BLE001  # the last resort: one line for the person, the rest on request
        return _tell(
            f"internal error: {type(error).__name__}: {error} (BALANCE_DEBUG=1 shows where)", FAULT, error
        )


def _tell(message: str, code: int, error: BaseException) -> int:
    if os.environ.get("BALANCE_DEBUG") == "1":
        import traceback

        traceback.print_exception(error)
    from sims import visible

    line = " ".join(message.partition("\n\n")[0].split())  # DuckDB repeats the query below an empty line
    typer.echo(f"balance: {visible.line(line)}", err=True)
    return code
