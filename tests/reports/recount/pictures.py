"""Pictures as what is written in them: laying them out and drawing them would take most of a recount's time."""

import sys

from matplotlib.figure import Figure

from reports import theme


def written(monkeypatch, *, drawn):
    """Picture → what is written in its panels, as they are made; each stands in the report as an empty drawing.

    drawn: whether they are made at all.
    """
    found = {}

    def svg(name, height, draw):
        if drawn:
            figure = Figure(figsize=(theme.WIDTH, height))
            draw(figure)
            found[name] = [text.get_text() for axes in figure.axes for text in axes.texts]
        return f'<svg viewBox="0 0 100 {height}"></svg>'

    for name, module in list(sys.modules.items()):
        if name.startswith("reports.") and getattr(module, "svg", None) is theme.svg and module is not theme:
            monkeypatch.setattr(module, "svg", svg)
    return found


def numbers(run):
    """Picture → the numbers that are written in it, in order: sums of bars. Others have names of variants alone."""
    points = [v.rounds["points"].sum(axis=1)[v.ended].mean() for v in run.variants]
    v, flows = run.variants[0], []
    for of_it in (("paid_gift", "paid_rob"), ("coins",)):
        flows += [sum(v.at(name, p)[v.ended].mean() for name in of_it) for p in range(v.seats)]
    return {"points": points, "economy-flows": flows}
