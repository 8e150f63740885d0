/** Closes the page's menu with Escape or a click elsewhere, and connects its print button. */
export function connectPageMenu(page: Document): void {
  const menu = page.querySelector<HTMLDetailsElement>('.page-actions details');
  if (!menu) return;
  page.addEventListener('click', ({ target }) => {
    if (!menu.contains(target as Node)) menu.open = false;
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  const printButton = menu.querySelector<HTMLButtonElement>('[data-print]');
  if (!printButton) return;
  printButton.hidden = false;
  printButton.addEventListener('click', () => {
    menu.open = false;
    print();
  });
}
