// A phone that is rotated wears the styles of how it lies now. Knows no page; changes nothing that is to be seen.
// WebKit looks at its media queries anew and then styles nothing by them, where a page has both a query container and
// lengths of its window (2.50): a list of sheets that changes, for nothing, has it style all of the page. A part in a
// grid whose words take more lines now is as high to it as it was: letters that stand apart, for nothing, are laid anew.
if ("adoptedStyleSheets" in document) {
  let wide = innerWidth;
  addEventListener("resize", () => {
    const worn = document.adoptedStyleSheets;
    document.adoptedStyleSheets = [...worn, new CSSStyleSheet()];
    document.adoptedStyleSheets = worn;
    if (innerWidth === wide) return; // nothing but a bar of the browser came or went
    wide = innerWidth;
    const { style } = document.documentElement;
    style.letterSpacing = "0.01px";
    void document.documentElement.offsetHeight;
    style.letterSpacing = "";
  });
}
