// Sorts a table by the column whose heading is clicked.
for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const ascending = heading.getAttribute("aria-sort") !== "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      const value = (row) => row.cells[column].dataset.value;
      const compare = (left, right) => value(left).localeCompare(value(right), "en", { numeric: true });
      const rows = [...table.tBodies[0].rows].sort(compare);
      table.tBodies[0].append(...(ascending ? rows : rows.reverse()));
    });
  });
}
