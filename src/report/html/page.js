"use strict";
// Sorts tables by a click on a column's head; the page works without it.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const numeric = head.classList.contains("num");
      const key = (row) => {
        const text = row.cells[column].textContent;
        return numeric ? (text === "" ? NaN : Number(text)) : text;
      };
      const body = table.tBodies[0];
      const rows = [...body.rows].map((row) => [key(row), row]);
      rows.sort(([a], [b]) => {
        // What is missing stands last either way.
        if (numeric && (a !== a || b !== b)) return (a !== a) - (b !== b);
        const order = numeric ? a - b : a.localeCompare(b, "en", { numeric: true });
        return up ? order : -order;
      });
      body.append(...rows.map(([, row]) => row));
    });
  });
}
// On paper nothing can be opened any more.
const opened = [];
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll(".made details:not([open])")) {
    details.open = true;
    opened.push(details);
  }
});
addEventListener("afterprint", () => {
  while (opened.length > 0) opened.pop().open = false;
});
