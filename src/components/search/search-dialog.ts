import { readExcerpt } from '#lib/content/html-text.ts';
import { factLines, searchStatusText as text } from '#lib/i18n/en/search.ts';
import { pathOf, toExactQuery } from './search-links.ts';
import type { FoundPage, Group } from './search-sources.ts';

const maxShown = 8;
/** In milliseconds. */
const typingPause = 120;

/**
 * Opens the search with the link, Ctrl+K or Cmd+K, and `/` outside a text field. Visitors can turn `/` off, because
 * speech input may type it by accident (WCAG 2.1.4). The arrow keys move through the results.
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
  input.addEventListener('input', () => void search(dialog, input.value.trim()));
}

let latest = 0;

/** Searches after a pause in typing (debounce), and discards results of outdated queries. */
async function search(dialog: HTMLDialogElement, query: string): Promise<void> {
  const number = ++latest;
  const isOutdated = () => number !== latest;
  const list = dialog.querySelector<HTMLElement>('[data-search-results]');
  if (!list) return;
  if (query === '') {
    list.replaceChildren();
    showStatus(dialog, '');
    return;
  }
  await new Promise((resolve) => setTimeout(resolve, typingPause));
  if (isOutdated()) return;
  try {
    const { findPages } = await import('./search-sources.ts');
    const { pages, total, correction, courses } = await findPages(query, maxShown);
    if (isOutdated()) return;
    const kinds = JSON.parse(list.dataset['kinds'] ?? '{}') as Record<string, string>;
    list.replaceChildren(...pages.map((page) => itemOf(page, kinds)));
    const found = total === 0 ? text.nothingYet : text.found({ total, shown: pages.length });
    showStatus(dialog, found, {
      correction: correction === null ? undefined : { used: correction, typed: query },
      courses,
    });
  } catch {
    if (!isOutdated()) showStatus(dialog, text.unavailable);
  }
}

export function itemOf(
  { url, title, excerpt, type = '', facts = {} }: FoundPage,
  kinds: Readonly<Record<string, string>> = {},
): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  link.textContent = title;
  const lines = document.createElement('p');
  lines.append(...marked(excerpt));
  item.append(link);
  const kind = facts.role === undefined && !facts.isPast ? kinds[type] : undefined;
  const about = document.createElement('p');
  about.className = 'meta';
  about.textContent = [...(kind ? [kind] : []), ...factLines(facts)].join(' · ');
  if (about.textContent !== '') item.append(about);
  item.append(lines);
  return item;
}

/** Returns an excerpt as text nodes and `<mark>` elements. Other markup stays text. */
function marked(excerpt: string): Node[] {
  return readExcerpt(excerpt).map(({ text, isMarked }) => {
    if (!isMarked) return document.createTextNode(text);
    const mark = document.createElement('mark');
    mark.textContent = text;
    return mark;
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

type Correction = { used: string; typed: string };

type Notes = { correction?: Correction | undefined; courses?: Group | null | undefined };

function showStatus(dialog: HTMLDialogElement, message: string, { correction, courses }: Notes = {}): void {
  const status = dialog.querySelector('[data-search-status]');
  if (!status) return;
  const parts: (string | Node)[] = [message];
  if (correction) {
    const used = document.createElement('strong');
    used.textContent = correction.used;
    const link = document.createElement('a');
    link.href = `/search?${new URLSearchParams({ q: toExactQuery(correction.typed) })}`;
    link.textContent = correction.typed;
    parts.push(`. ${text.showing} `, used, `. ${text.instead} `, link, '.');
  }
  if (courses) {
    const link = document.createElement('a');
    link.href = pathOf(courses.url);
    link.textContent = courses.title;
    parts.push(correction ? ' ' : '. ', link, '.');
  }
  const shown = document.createElement('p');
  shown.append(...parts);
  if (status.textContent !== shown.textContent) status.replaceChildren(...shown.childNodes);
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

function isSlashOff(): boolean {
  return openStorage()?.getItem(slashOff) === '1';
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
