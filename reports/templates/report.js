// Tables can be sorted by a column and filtered; without this everything is there as well.
const words = new Intl.Collator("en", { numeric: true });
const make = (name, how, ...parts) => {
  const made = Object.assign(document.createElement(name), how);
  made.append(...parts);
  return made;
};
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
  if (rows.length < 2) continue;
  heads.forEach((head, i) => {
    const text = (row) => row.cells[i].textContent.trim();
    const size = (row) => parseFloat(text(row).split("\n")[0].replace(/[≥,\s]/g, "").replace("−", "-"));
    const onclick = () => {
      const sign = head.ariaSort === "ascending" ? -1 : 1;
      heads.forEach((one) => one.removeAttribute("aria-sort"));
      head.ariaSort = sign > 0 ? "ascending" : "descending";
      body.append(...rows.sort((a, b) => {
        if (!head.classList.contains("n")) return sign * words.compare(text(a), text(b));
        const x = size(a), y = size(b);
        return isNaN(x) - isNaN(y) || sign * (x - y);
      }));
    };
    head.append(make("button", { type: "button", onclick }, ...head.childNodes));
  });
  if (rows.length < 8) continue;
  const left = make("output");
  const oninput = ({ target }) => {
    const wanted = target.value.toLowerCase();
    rows.forEach((row) => (row.hidden = !row.textContent.toLowerCase().includes(wanted)));
    left.textContent = wanted && ` ${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  };
  table.parentElement.before(make("label", { className: "filter" }, "Filter ", make("input", { type: "search", oninput }), left));
}
