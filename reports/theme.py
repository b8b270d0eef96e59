"""Charts as SVG inside a page, in the page's own colours: light or dark as the reader's screen is."""

import re
from collections.abc import Callable
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Colours nobody would choose: `svg` puts a variable of the page's style sheet in the place of each.
TEXT, LINE, FILL, PAGE = "#010203", "#010204", "#010205", "#010206"
SERIES = [f"#0101{i:02x}" for i in range(1, 9)]
WIDTH = 5.6  # inches: legible on a telephone, not lost on a wide screen

_VARIABLES = {TEXT: "var(--text)", LINE: "var(--line)", FILL: "var(--fill)", PAGE: "var(--page)"} | {
    colour: f"var(--series-{i})" for i, colour in enumerate(SERIES, 1)
}
_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text: it can be searched, and takes the page's font
    "text.parse_math": False,  # a $ in a name is a $
    "font.size": 10,
    "text.color": TEXT,
    "axes.labelcolor": TEXT,
    "axes.edgecolor": LINE,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": TEXT,
    "ytick.labelcolor": TEXT,
    "legend.frameon": False,
}


def svg(name: str, height: float, draw: "Callable[[Figure], None]") -> str:
    """A chart as SVG to stand inside a page: `draw` puts it on an empty figure, `height` inches high.

    name: unique on the page, it prefixes all ids. The same drawing gives the same bytes.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    out = StringIO()
    with rc_context({**_SETTINGS, "svg.hashsalt": name}):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure)
        figure.savefig(out, format="svg", metadata={"Date": None})
    return _inline(out.getvalue(), name)


def _inline(text: str, name: str) -> str:
    text = text[text.index("<svg") :].rstrip()
    text = re.sub(r"\s*<(metadata|style).*?</\1>", "", text, flags=re.DOTALL)
    text = re.sub(r'\s(xmlns(:\w+)?|version)="[^"]*"', "", text)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*" height="[^"]*"', r"\1", text)
    text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", text)
    text = re.sub(r"font-family: [^;\"]*;? ?", "", text)
    return re.sub("|".join(_VARIABLES), lambda found: _VARIABLES[found.group()], text)
