/*
 * Playwright serializes each function and runs it in the page, so a function can't use anything else in this file. Each
 * returns one line per problem, with the start of the element's HTML.
 */

/** Finds text and controls that overflow the viewport sideways, except in elements that scroll sideways. */
export function findOverhang(): string[] {
  const width = document.documentElement.clientWidth;
  const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
  const faults: string[] = [];
  if (document.documentElement.scrollWidth > width) faults.push('the page scrolls sideways');
  for (const element of document.querySelectorAll('body *:not(svg, svg *)')) {
    const holdsText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (!holdsText && !element.matches('a, button, input, select, textarea, img, table, pre')) continue;
    const { left, right, width: own, height } = element.getBoundingClientRect();
    if (own <= 1 || height <= 1 || (right <= width + 1 && left >= -1)) continue;
    let around = element.parentElement;
    while (around && !scrolls(around)) around = around.parentElement;
    if (!around)
      faults.push(`extends to ${Math.round(right)} of ${width} px: ${element.outerHTML.slice(0, 120)}`);
  }
  return faults;
}

/** Finds elements that scroll sideways but that the keyboard cannot scroll. */
export function findStuckScrollers(): string[] {
  return [...document.querySelectorAll('body *:not(svg, svg *)')]
    .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
    .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
    .filter(
      (element) =>
        !element.matches('[tabindex="0"], textarea') && !element.querySelector('a, button, [tabindex="0"]'),
    )
    .map((element) => `scrolls, but not by keyboard: ${element.outerHTML.slice(0, 120)}`);
}

/** Finds elements that clip their text. */
export function findHiddenText(): string[] {
  const faults: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('body *:not(svg, svg *)')) {
    const { overflowX, overflowY, clipPath } = getComputedStyle(element);
    if (clipPath !== 'none' || element.clientHeight <= 1 || !element.textContent.trim()) continue;
    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const isWide = cuts(overflowX) && element.scrollWidth > element.clientWidth + 1;
    const isHigh = cuts(overflowY) && element.scrollHeight > element.clientHeight + 1;
    if (isWide || isHigh) faults.push(`clips its text: ${element.outerHTML.slice(0, 120)}`);
  }
  return faults;
}

/** Finds lines of text that overlap. Ignores sticky, fixed and scrolling elements. */
export function findOverlaps(): string[] {
  type Line = { element: Element; left: number; right: number; top: number; bottom: number };
  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const floats = (element: Element): boolean => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      const { position, clipPath, overflowY } = getComputedStyle(each);
      if (/sticky|fixed/.test(position) || clipPath !== 'none' || /auto|scroll/.test(overflowY)) return true;
    }
    return false;
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim() || element.closest('svg') || !element.checkVisibility())
      continue;
    if (floats(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      // A line box is taller than its letters.
      const rim = (bottom - top) * 0.22;
      lines.push({ element, left, right, top: top + rim, bottom: bottom - rim });
    }
  }
  lines.sort((a, b) => a.top - b.top);
  const faults = lines.flatMap((line, index) => {
    const found: string[] = [];
    for (let next = index + 1; next < lines.length; next += 1) {
      const other = lines[next];
      if (!other || other.top > line.bottom - 1) break;
      if (other.element === line.element) continue;
      const shared = Math.min(line.right, other.right) - Math.max(line.left, other.left);
      if (shared > 2)
        found.push(
          `text overlaps: ${line.element.outerHTML.slice(0, 80)} and ${other.element.outerHTML.slice(0, 80)}`,
        );
    }
    return found;
  });
  return [...new Set(faults)];
}

/**
 * Finds controls, and links in navigation and forms, that are less than 44 pixels wide or high. axe checks links in
 * text and in lists of the content.
 */
export function findSmallTargets(): string[] {
  const faults: string[] = [];
  const controls =
    'a[role="button"], nav a[href], header a[href], .action, button, input:not([type="hidden"]), select, textarea, summary';
  for (const control of document.querySelectorAll<HTMLElement>(controls)) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    const isBox = control.matches('[type="checkbox"], [type="radio"]');
    const target = (isBox ? (control as HTMLInputElement).labels?.[0] : control) ?? control;
    const { width, height, bottom } = target.getBoundingClientRect();
    if (bottom + scrollY < 0) continue;
    if (width < 43.5 || height < 43.5) {
      faults.push(`is only ${width.toFixed(0)} x ${height.toFixed(0)}: ${control.outerHTML.slice(0, 120)}`);
    }
  }
  return faults;
}
