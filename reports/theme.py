"""Charts as SVG inside a page, in the page's own colours: light or dark as the reader's screen is."""

import re
import warnings
from collections.abc import Callable
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Colours nobody would choose: `svg` puts a variable of the page's style sheet in the place of each.
TEXT, LINE, FILL, PAGE = "#010203", "#010204", "#010205", "#010206"
SERIES = [f"#0101{i:02x}" for i in range(1, 9)]
FONT = "DejaVu Sans"  # comes with matplotlib, which lays text out by it
WIDTH = 5.6  # inches: legible on a telephone, not lost on a wide screen
DPI = 72  # of SVG: a point is a pixel

NAMES = {TEXT: "text", LINE: "line", FILL: "fill", PAGE: "page"} | {
    colour: f"series-{i}" for i, colour in enumerate(SERIES, 1)
}
LIGHT = {
    "text": "#1c1e21", "soft": "#5a6068", "line": "#c9ced4", "fill": "#d9dee5", "page": "#ffffff", "card": "#f4f6f8",
    "warn": "#fff3d6", "warn-line": "#b97a00", "series-1": "#0b66a8", "series-2": "#b8530a", "series-3": "#00795a",
    "series-4": "#a13d7e", "series-5": "#5b5fc7", "series-6": "#7a6a00", "series-7": "#4e8fbf", "series-8": "#737373",
}  # fmt: skip
DARK = {
    "text": "#e8eaed", "soft": "#a8b0b9", "line": "#4a5059", "fill": "#3a424c", "page": "#16181b", "card": "#1f2327",
    "warn": "#3a2e10", "warn-line": "#e0a92e", "series-1": "#5fb4f0", "series-2": "#f09a54", "series-3": "#3fc79f",
    "series-4": "#e08cc3", "series-5": "#a5a8ff", "series-6": "#d8c544", "series-7": "#9fd0f0", "series-8": "#b0b0b0",
}  # fmt: skip
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
    from matplotlib.backends.backend_svg import FigureCanvasSVG, RendererSVG
    from matplotlib.figure import Figure

    out = StringIO()
    with rc_context({**_SETTINGS, "svg.hashsalt": name}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font")  # the page's font may have it
        figure = Figure(figsize=(WIDTH, height), dpi=DPI, layout="constrained")
        draw(figure)
        # Laid out and drawn by one renderer, each once: `savefig` draws twice, and measures all text again.
        renderer = RendererSVG(DPI * WIDTH, DPI * height, out, metadata={"Date": None})  # type: ignore[no-untyped-call]
        FigureCanvasSVG(figure).get_renderer = lambda: renderer  # type: ignore[attr-defined]
        figure.draw(renderer)
        renderer.finalize()  # type: ignore[no-untyped-call]
    return _inline(out.getvalue(), name)


def _inline(text: str, name: str) -> str:
    text = text[text.index("<svg") :].rstrip()
    text = re.sub(r"\s*<(metadata|style).*?</\1>", "", text, flags=re.DOTALL)
    text = re.sub(r'\s(xmlns(:\w+)?|version)="[^"]*"', "", text)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*" height="[^"]*"', r"\1", text)
    text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", text)
    text = re.sub(r"font-family: [^;\"]*;? ?", "", text)
    return re.sub("|".join(NAMES), lambda found: f"var(--{NAMES[found.group()]})", text)


def variables(*, dark: bool) -> str:
    """The colours as declarations of a style sheet."""
    return " ".join(f"--{name}: {colour};" for name, colour in (DARK if dark else LIGHT).items())


def standalone(picture: str) -> str:
    """A chart of `svg` as a file of its own, in the colours of paper."""
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    picture = picture.replace("<svg ", f'<svg {names} font-family="{FONT}" ', 1)
    return re.sub(r"var\(--([\w-]+)\)", lambda found: LIGHT[found[1]], picture)
