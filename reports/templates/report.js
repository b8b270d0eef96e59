// Tables can be sorted by a column and filtered; without this everything is there as well.
const words = new Intl.Collator("en", { numeric: true });
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
  if (rows.length < 2) continue;
  const text = (row, i) => row.cells[i].textContent.trim();
  const size = (row, i) => parseFloat(text(row, i).replace(/[≥,\s]+/g, (c) => (c.includes("\n") ? " " : "")).replace("−", "-"));
  heads.forEach((head, i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const up = head.getAttribute("aria-sort") !== "ascending", sign = up ? 1 : -1;
      heads.forEach((h) => h.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const number = head.classList.contains("n");
      body.append(...rows.sort((a, b) => {
        if (!number) return sign * words.compare(text(a, i), text(b, i));
        const x = size(a, i), y = size(b, i);
        return isNaN(x) || isNaN(y) ? isNaN(x) - isNaN(y) : sign * (x - y);
      }));
    };
  });
  if (rows.length < 8) continue;
  const label = document.createElement("label"), box = document.createElement("input"), left = document.createElement("output");
  box.type = "search";
  label.className = "filter";
  label.append("Filter ", box, left);
  box.oninput = () => {
    const wanted = box.value.toLowerCase();
    rows.forEach((row) => (row.hidden = !row.textContent.toLowerCase().includes(wanted)));
    left.textContent = wanted && ` ${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  };
  table.parentElement.before(label);
}
