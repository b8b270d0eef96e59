# %% [markdown]
# # How many coins belong in the box?
#
# Konflikt pays for forced gifts from a supply of 12 coins. This notebook plays three supplies with four players, asks the
# logs what the game wants to pay, and draws how the supply runs down. It is a plain Python file: run it as it is, or open
# it as a notebook (Jupyter with jupytext, VS Code, PyCharm).

# %%
import matplotlib.pyplot as plt

import balance

run = balance.sweep("konflikt", vary={"coin_supply": [8, 12, 16]}, seats=4, matches=2_000)

# %% [markdown]
# Every number comes with its interval, its size and its method. `metrics()` is a Polars frame.

# %%
metrics = run.metrics()
short = metrics.filter(metric="coins_short").select("label", "value", "low", "high", "n", "clusters", "method")
print(short)
print(metrics.to_pandas().pivot(index="metric", columns="label", values="value").head(12))

# %% [markdown]
# Whole tables, and SQL over them: one row per round and seat, one per turn and seat, one per decision.

# %%
rounds = run.table("rounds")
print(rounds.columns)

wanted = run.sql(
    """
    select coins_wanted, count(*) as rounds
    from rounds
    where variant = 2 and seat = 0
    group by coins_wanted
    order by coins_wanted
    """,
    "pandas",
)
wanted["share"] = wanted["rounds"] / wanted["rounds"].sum()
print(wanted)

# %%
supply = run.sql(
    """
    select label, turn, avg(supply) as supply
    from turns
    join variants using (variant)
    where seat = 0 and turn <= 22
    group by label, coin_supply, turn
    order by coin_supply, turn
    """,
    "pandas",
)
figure, axes = plt.subplots()
for label, line in supply.groupby("label", sort=False):
    axes.plot(line["turn"], line["supply"], label=label)
axes.set(xlabel="turn of the round", ylabel="coins left in the supply")
axes.legend()
figure.savefig("supply.png")

# %% [markdown]
# A run that was played before opens by its name or folder, with the same methods.

# %%
again = balance.open(run.path)
assert again.metrics().equals(metrics)
