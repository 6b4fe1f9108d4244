/** Runs inside the page: what a person would stumble over, as plain values. Given to the browser as text, so it must stand alone. */

/** Texts whose colour is too close to what lies behind them, and everything that sticks out to the side. */
export function measurePage(least) {
  const channel = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
  const parse = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const contrast = (a, b) => {
    const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
  };
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || (colour[3] ?? 0) === 1) return colour;
    }
    return [255, 255, 255];
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "");
  const isHidden = (element) => element.closest("title,style,script,head") !== null || element.getClientRects().length === 0;
  const texts = [...document.querySelectorAll("*")].filter((element) => hasText(element) && !isHidden(element));
  const ratios = texts.map((element) => {
    const style = getComputedStyle(element);
    const isSvg = element.namespaceURI === "http://www.w3.org/2000/svg";
    return { text: element.textContent.trim().slice(0, 40), ratio: contrast(parse(isSvg ? style.fill : style.color), behind(element)) };
  });
  const small = texts.filter((element) => element.tagName.toLowerCase() === "text").map((element) => element.getBoundingClientRect().height);
  const plots = [...document.querySelectorAll("svg")];
  return {
    texts: texts.length,
    lowest: Math.min(...ratios.map(({ ratio }) => ratio)),
    faint: ratios.filter(({ ratio }) => ratio < least),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    smallest: Math.min(...small),
    plots: plots.length,
    unnamed: plots.filter((plot) => !plot.getAttribute("aria-label") && !plot.querySelector("title")).length,
    /** Text that a plot cuts off at its own edge. */
    cut: plots
      .flatMap((plot) => {
        const frame = plot.getBoundingClientRect();
        return [...plot.querySelectorAll("text")].filter((text) => {
          const box = text.getBoundingClientRect();
          return box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1 || box.top < frame.top - 1;
        });
      })
      .map((text) => text.textContent),
    foreign: document.querySelectorAll("script,iframe,img,object,embed,form,base,[onerror],[onmouseover],[onload]").length,
    title: document.title,
  };
}
