import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab, or Shift and Tab, until the target has focus. Fails if an element on the way has no visible focus. */
export async function tabTo(
  page: Page,
  target: Locator,
  { atMost = 90, isBackwards = false } = {},
): Promise<void> {
  // The URL of a new page changes before its style sheet is loaded.
  await page.waitForLoadState();
  for (let stops = 0; stops < atMost; stops += 1) {
    await page.keyboard.press(isBackwards ? 'Shift+Tab' : 'Tab');
    expect(await focusFaults(page), await target.evaluate((element) => element.outerHTML)).toEqual([]);
    if (await hasFocus(target)) return;
  }
  await expect(target).toBeFocused();
}

/** Whether an element has focus, also inside a shadow tree. */
function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate(
    (element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element,
  );
}

/** Presses Tab through the whole page. Returns the problems and the number of tab stops. */
export async function walkThrough(page: Page): Promise<{ faults: string[]; stops: number }> {
  const faults: string[] = [];
  for (let stops = 0; stops < 400; stops += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement === document.body)) return { faults, stops };
    faults.push(...(await focusFaults(page)));
  }
  return { faults: [...faults, 'Tab never leaves the page'], stops: 400 };
}

/** Checks that the focused element has an outline and is not covered (WCAG 2.2, 2.4.7 and 2.4.11). */
export function focusFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element || element === document.body) return [];
    const root = element.getRootNode() as Document | ShadowRoot;
    const hasOutline = (each: Element | null) => {
      if (!each) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    const label = element.outerHTML.slice(0, 120);
    const faults: string[] = [];
    // The text of the editor shows its focus around the element.
    const around = element.matches('.cm-content') ? element.closest('.cm-editor') : null;
    if (!hasOutline(element) && !hasOutline(around)) faults.push(`no outline: ${label}`);
    const isSeen = [...element.getClientRects()].some(({ left, top, width, height }) =>
      [0.1, 0.5, 0.9].some((part) => {
        const hit = root.elementFromPoint(left + width * 0.5, top + height * part);
        return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true);
      }),
    );
    if (!isSeen) faults.push(`covered or outside the viewport: ${label}`);
    return faults;
  });
}
