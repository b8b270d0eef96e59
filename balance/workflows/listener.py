"""What a workflow tells while it works; the command line shows it, the Python API need not."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balance.workflows.planning.load import Load


class Listener:
    """Takes notes and progress, and drops them: the quiet one, and the base of those that show something."""

    watches = False
    """Does anybody look at what is found while it is played? It costs a little to find out."""

    def takes(self, load: "Load") -> None:
        """What the run is reckoned to take, before it begins."""

    def note(self, text: str) -> None:
        """A line worth reading, once."""

    def start(self, matches: int, done: int) -> None:
        """Play begins: how many matches there are, how many of them are played already."""

    def extend(self, matches: int) -> None:
        """There are so many matches now, more than was said."""

    def found(self, text: str) -> None:
        """What is found so far, in place of what was told before."""

    def tick(self, finished: int) -> None:
        """So many matches were finished since the start; called about ten times a second."""

    def end(self) -> None:
        """Play is over, whichever way."""
