"""A report as machines read it, `report.json`, and which of its numbers a recount has claimed.

Every place that prints a number is claimed by the recount of its section, with the number that it must be: a sentence
by all its numbers in order, a table cell by cell. What is left is no number (`HARMLESS`), or nobody has counted it.
"""

import re
from dataclasses import dataclass, field
from itertools import zip_longest
from math import isclose

TOKEN = re.compile(r"[+−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[+−]?\d+(?:\.\d+)?")
PLACES = r"\b(1st|2nd|3rd|4th)\b"  # in turn order
HARMLESS = [
    r"\b95 %",  # the level of all intervals
    PLACES,
    r"\bseats? \d( (and|to) \d)?\b",  # seats by number
    r"\b(without|around) 0\b", r"\b0\.1 saves nine deals of ten\b",  # what the words of verdicts mean
    r"\b0\.25 at most\b",  # the variance of a win
    r"\bmargin ≤ 1\b", r"\b\d+ ?% at most\b",  # what a column is of
    r"\bby turn \d\b", r"\bless than 1% of\b", r"\b100 % is a match that the cards decide, 0 one that",
    r"\b1,000 random orders\b", r"\bstays below 100\b",  # how a picture is to be read
]  # fmt: skip
METHODS = {
    "cluster_t": "cluster t",
    "wilson": "Wilson",
    "clopper_pearson": "Clopper–Pearson",
    "woodruff": "Woodruff",
    "shuffled_turns": "cluster t, turns shuffled",
    "max_t": "max-t",
    "bonferroni": "Bonferroni",
    "paired_t": "paired t",
    "block_bootstrap": "bootstrap",
    "block_bootstrap, bonferroni": "bootstrap and Bonferroni",
    "woodruff, bonferroni": "Woodruff and Bonferroni",
}
ADVANTAGES = ("first_player_advantage", "starter_ends", "early_", "choice_worth_")
"""Metrics told as a difference from an even share."""


def tokens(text, names=()):
    """The numbers of a text in order, as they are written; names: words in it with digits that are none."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return TOKEN.findall(re.sub(PLACES, "", text.replace("\N{NO-BREAK SPACE}", " ")))


def is_rounded(token, value):
    """Is the token this value, rounded to its digits?"""
    plain = token.replace(",", "").replace("−", "-")
    return abs(float(plain) - value) <= 0.5 * 10.0 ** -len(plain.partition(".")[2]) + 1e-9


def shown(number, metric="", *, capped=False):
    """The numbers that an estimate is told by: value, lower and upper limit, of shares in percent; capped: and what it
    lies between whatever capped rounds had given."""
    factor = 100.0 if number.unit == "share" else 1.0
    low, high = number.low, number.high
    if factor == 100 and not metric.startswith(ADVANTAGES) and 0 <= number.value <= 1:
        low, high = (None if x is None else min(max(x, 0.0), 1.0) for x in (low, high))
    outside = number.bounds if capped and number.bounds else ()
    return [factor * x for x in (number.value, low, high, *outside) if x is not None]


@dataclass
class Section:
    """A section of report.json. names: words that may hold digits."""

    told: dict
    names: list
    claimed: set = field(default_factory=set)

    def __getitem__(self, what):
        return self.told.get(what, [])

    def text(self, place):
        """A sentence or note as one string."""
        spans = self[place[0]][place[1]]
        spans = [spans] if isinstance(spans, str) else spans
        return "".join(span if isinstance(span, str) else span["text"] for span in spans)

    @property
    def tables(self):
        """All tables in the order of the page."""
        return [*(t for chart in self["charts"] for t in chart["data"]), *self["tables"]]

    def sentence(self, phrase, *numbers, kind="sentences"):
        """Claim the one sentence with these words: it has these numbers, in order, and no others."""
        found = [
            (kind, i) for i in range(len(self[kind])) if phrase in self.text((kind, i)).replace("\xa0", " ")
        ]
        found = [place for place in found if place not in self.claimed]
        assert found, (phrase, self[kind])
        self._numbers(self.text(found[0]), numbers)
        self.claimed.add(found[0])

    def note(self, phrase, *numbers):
        """The same of a note."""
        self.sentence(phrase, *numbers, kind="notes")

    def looks(self, shown):
        """Claim all looks. shown: what is said at the end of each, in lower case, and the match its command tells."""
        assert len(self["looks"]) == len(shown), self["looks"]
        for look, (what, match) in zip(self["looks"], shown, strict=True):
            assert look["what"].lower().endswith(what.lower()), (look, what)
            assert re.search(rf" --match {match}( ;|$)", look["command"]), (look, match)
        self.claimed |= {("looks", "what"), ("looks", "command")}

    def picture(self, key, phrase, *numbers):
        """Claim what is said of the picture with these words; key: alt, or read."""
        place = next(i for i, chart in enumerate(self["charts"]) if phrase in chart[key])
        self._numbers(self["charts"][place][key], numbers)
        self.claimed.add((key, place))

    def _numbers(self, text, numbers):
        found = tokens(text, self.names)
        for token, number in zip_longest(found, numbers):
            assert token is not None and number is not None and is_rounded(token, number), (
                text,
                found,
                numbers,
            )

    def table(self, caption, rows, columns=None):
        """Claim the table whose caption begins so, and check all its cells.

        A cell is given as the text itself; a Number, (metric, Number), or (metric, Number, "n") where n is told, too,
        with all that machines are told of it; a whole number; or a list of the numbers in its text.
        """
        place, table = next(
            (i, t)
            for i, t in enumerate(self.tables)
            if t["caption"].startswith(caption) and ("table", i) not in self.claimed
        )
        assert len(table["rows"]) == len(rows), (caption, len(table["rows"]), len(rows))
        for cells, wanted in zip(table["rows"], rows, strict=True):
            assert len(cells) == len(wanted), (caption, cells, wanted)
            for cell, want in zip(cells, wanted, strict=True):
                check(cell, want, (caption, cells))
        if columns is not None:
            assert table["columns"] == columns
        self.claimed.add(("table", place))

    def left(self):
        """The texts with numbers that nobody has claimed."""
        every = {("title", 0): self["title"], ("code", 0): self["code"] or ""}
        for kind in ("sentences", "notes"):
            every |= {(kind, i): self.text((kind, i)) for i in range(len(self[kind]))}
        every |= {
            ("looks", key): "\n".join(look[key] for look in self["looks"]) for key in ("what", "command")
        }
        every |= {(key, i): chart[key] for i, chart in enumerate(self["charts"]) for key in ("alt", "read")}
        every |= {("terms", term): f"{term}: {meaning}" for term, meaning in dict(self["terms"]).items()}
        for i, table in enumerate(self.tables):
            cells = [c if isinstance(c, str) else c["text"] for row in table["rows"] for c in row]
            every |= {
                ("table", i): "\n".join(cells),
                ("head", i): "\n".join([table["caption"], *table["columns"]]),
            }
        return [text for place, text in every.items() if place not in self.claimed and self._numbered(text)]

    def _numbered(self, text):
        text = text.replace("\N{NO-BREAK SPACE}", " ")
        for name in sorted(self.names, key=len, reverse=True):
            text = text.replace(name, "")
        for pattern in HARMLESS:
            text = re.sub(pattern, "", text)
        return bool(re.search(r"\d", text))


def check(cell, want, where):
    """A cell is what it must be."""
    if isinstance(want, str):
        assert (cell if isinstance(cell, str) else cell["text"]) == want, (want, cell, where)
    elif isinstance(want, list):
        text = cell if isinstance(cell, str) else cell["text"]
        found = tokens(text)
        assert len(found) == len(want) and all(map(is_rounded, found, want)), (cell, want, where)
    elif isinstance(want, int):
        assert cell == f"{want:,}", (cell, want, where)
    else:
        metric, number, *more = want if isinstance(want, tuple) else ("", want)
        assert isinstance(cell, dict), (cell, where)
        known(cell, number, where)
        found, printed = tokens(cell["text"]), shown(number, metric, capped=True) + [number.n] * len(more)
        assert all(map(is_rounded, found, printed)) and len(found) in (1, len(printed)), (cell, number, where)


def known(told, number, where):
    """What machines are told of a number is the number that was counted."""
    for name in ("value", "low", "high", "n", "clusters", "method", "unit", "at_least"):
        wanted, found = getattr(number, name), told.get(name, False if name == "at_least" else None)
        if isinstance(wanted, float):
            assert found is not None and isclose(found, wanted, rel_tol=1e-9, abs_tol=1e-9), (
                name,
                told,
                number,
                where,
            )
        else:
            assert found == wanted, (name, told, number, where)
    bounds = told.get("bounds")
    assert (bounds is None) == (number.bounds is None), (told, number, where)
    if bounds is not None:
        assert all(map(lambda a, b: isclose(a, b, abs_tol=1e-9), bounds, number.bounds)), (
            told,
            number,
            where,
        )


def line(label, *cells):
    """A variant's line: its label, then (metric, Number) or None each, then what they are of: n, deals, method."""
    known = [cell[1] for cell in cells if cell is not None]
    sizes, deals, methods = (
        dict.fromkeys(told)
        for told in (
            [f"{x.n:,}" for x in known], [f"{x.clusters:,}" for x in known], [METHODS[x.method] for x in known]
        )
    )  # fmt: skip
    last = ["\n".join(sizes), "\n".join(deals), listed([*methods])] if known else ["–"] * 3
    return [label, *("–" if cell is None else cell for cell in cells), *last]


def listed(names):
    """a, b and c."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
