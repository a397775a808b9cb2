// A phone that is rotated wears the styles of how it lies now. Knows no page; changes nothing that is to be seen.
// WebKit looks at its media queries anew and then styles nothing by them, where a page has both a query container and
// lengths of its window (2.50): a list of sheets that changes, for nothing, has it style all of the page.
if ("adoptedStyleSheets" in document) {
  addEventListener("resize", () => {
    const worn = document.adoptedStyleSheets;
    document.adoptedStyleSheets = [...worn, new CSSStyleSheet()];
    document.adoptedStyleSheets = worn;
  });
}
