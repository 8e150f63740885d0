/**
 * Opens the search with the link, Ctrl+K or Cmd+K, and `/` outside a text field. Visitors can turn `/` off, because
 * speech input may type it by accident (WCAG 2.1.4). The arrow keys move through the results. What searches and shows
 * results loads with the first search.
 */
export function connectSearchDialog(page: Document): void {
  const link = page.querySelector<HTMLAnchorElement>('[data-search-open]');
  const dialog = page.querySelector<HTMLDialogElement>('[data-search-dialog]');
  const input = dialog?.querySelector('input');
  if (!link || !dialog || !input) return;

  const open = () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
  };
  link.setAttribute('role', 'button');
  link.setAttribute('aria-haspopup', 'dialog');
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  link.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    open();
  });
  page.addEventListener('keydown', (event) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const isSlash = event.key === '/' && !hasModifier && !isTyping(event.target) && !isSlashOff();
    if (!isShortcut && !isSlash) return;
    event.preventDefault();
    open();
  });
  const shortcut = dialog.querySelector<HTMLInputElement>('[data-search-shortcut]');
  if (shortcut) shortcut.checked = !isSlashOff();
  shortcut?.addEventListener('change', () => turnSlash(shortcut.checked));
  dialog.querySelector('[data-search-close]')?.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => moveThroughResults(event, dialog, input));
  input.addEventListener('input', () => {
    import('./dialog-results.ts')
      .then(({ searchInDialog }) => searchInDialog(dialog, input.value.trim()))
      .catch(() => {
        const status = dialog.querySelector<HTMLElement>('[data-search-status]');
        if (status) status.textContent = status.dataset['unavailable'] ?? '';
      });
  });
}

function moveThroughResults(event: KeyboardEvent, dialog: HTMLDialogElement, input: HTMLInputElement): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [input, ...dialog.querySelectorAll<HTMLAnchorElement>('[data-search-results] a')];
  const current = stops.findIndex((stop) => stop === document.activeElement);
  const next = stops[Math.max(0, Math.min(stops.length - 1, current + (event.key === 'ArrowDown' ? 1 : -1)))];
  event.preventDefault();
  next?.focus();
}

/** Key in local storage. Set only if the visitor changes the setting. */
const slashOff = 'search-slash-off';

/** Browsers may block storage; then `/` stays on. */
function openStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Without a mouse, such as on a phone, there is no box that turns `/` off, so it is off. */
function isSlashOff(): boolean {
  return matchMedia('(hover: none)').matches || openStorage()?.getItem(slashOff) === '1';
}

function turnSlash(isOn: boolean): void {
  openStorage()?.setItem(slashOff, isOn ? '0' : '1');
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"])'))
  );
}
