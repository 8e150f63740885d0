import { readExcerpt } from '#lib/content/html-text.ts';
import { vouchForSearchWorker } from './search-worker.ts';

/** The part of Pagefind's browser API that the dialog uses. */
type Pagefind = {
  options(options: Record<string, unknown>): Promise<void>;
  init(): Promise<void>;
  search(query: string): Promise<PagefindAnswer>;
  debouncedSearch(query: string, options: object, wait: number): Promise<PagefindAnswer | null>;
};
type PagefindAnswer = { results: { data(): Promise<PagefindPage> }[] };
type PagefindPage = { url: string; excerpt: string; meta: Record<string, string | undefined> };

const shownAtMost = 8;

/** Opens by the link, Ctrl or Cmd K, and `/` outside a field; the arrow keys go through what was found. */
export function connectSearchDialog(page: Document): void {
  const link = page.querySelector<HTMLAnchorElement>('[data-search-open]');
  const dialog = page.querySelector<HTMLDialogElement>('[data-search-dialog]');
  const input = dialog?.querySelector('input');
  if (!link || !dialog || !input) return;

  const open = () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    load().catch(() =>
      tell(dialog, 'Searching while you type is not available here. Press Enter to search.'),
    );
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
    const isSlash =
      event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (!isShortcut && !isSlash) return;
    event.preventDefault();
    open();
  });
  dialog.querySelector('[data-search-close]')?.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => moveThroughResults(event, dialog, input));
  input.addEventListener('input', () => void search(dialog, input.value.trim()));
}

let engine: Promise<Pagefind> | undefined;

export function load(): Promise<Pagefind> {
  vouchForSearchWorker();
  engine ??= import(/* @vite-ignore */ new URL('/pagefind/pagefind.js', location.origin).href)
    .then(async (pagefind: Pagefind) => {
      await pagefind.options({ excerptLength: 20 });
      await pagefind.init();
      return pagefind;
    })
    .catch((error: unknown) => {
      engine = undefined;
      throw error;
    });
  return engine;
}

async function search(dialog: HTMLDialogElement, query: string): Promise<void> {
  const list = dialog.querySelector('[data-search-results]');
  if (!list) return;
  if (query === '') {
    list.replaceChildren();
    tell(dialog, '');
    return;
  }
  try {
    const pagefind = await load();
    const answer = await pagefind.debouncedSearch(query, {}, 120);
    if (!answer) return;
    const pages = await Promise.all(answer.results.slice(0, shownAtMost).map((result) => result.data()));
    list.replaceChildren(...pages.map(itemOf));
    const count = answer.results.length;
    const rest = count > pages.length ? `, the first ${pages.length} below` : '';
    tell(
      dialog,
      count === 0 ? 'Nothing found yet. Press Enter for a wider search.' : `${count} found${rest}`,
    );
  } catch {
    tell(dialog, 'Searching while you type is not available here. Press Enter to search.');
  }
}

export function itemOf(page: PagefindPage): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = page.url.replace(/\.html$/, '');
  link.textContent = page.meta['title'] ?? page.url;
  const excerpt = document.createElement('p');
  excerpt.append(...marked(page.excerpt));
  item.append(link, excerpt);
  return item;
}

/** An excerpt as nodes: nothing of it but its marks becomes markup. */
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

function tell(dialog: HTMLDialogElement, message: string): void {
  const status = dialog.querySelector('[data-search-status]');
  if (status && status.textContent !== message) status.textContent = message;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
