import { readExcerpt } from '#lib/content/html-text.ts';
import { factLines, searchStatusText as text } from '#lib/i18n/en/search.ts';
import { pathOf, toExactQuery } from './search-links.ts';
import { findPages, type Answer, type Found, type FoundPage, type Group } from './search-sources.ts';

const maxShown = 8;
/** In milliseconds. */
const typingPause = 120;

let latest = 0;

/**
 * Searches after a pause in typing (debounce), and discards results of outdated queries.
 * @throws if the search cannot be reached
 */
export async function searchInDialog(dialog: HTMLDialogElement, query: string): Promise<void> {
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
    const { pages, total, correction, courses, answer, ...notes } = await findPages(query, maxShown);
    if (isOutdated()) return;
    replaceResults(list, [...(answer ? [answerItem(answer)] : []), ...pages.map(itemOf)]);
    const found =
      total === 0 && !courses ? text.nothingYet : text.found({ total, courses, shown: pages.length });
    showStatus(dialog, describeUnknown(notes) + found, {
      correction: correction === null ? undefined : { used: correction, typed: query },
      courses,
    });
  } catch (error) {
    if (!isOutdated()) throw error;
  }
}

/** Results may come when the visitor already moves through earlier ones: the same result keeps the focus, or else its place. */
function replaceResults(list: HTMLElement, items: readonly HTMLLIElement[]): void {
  const before = [...list.querySelectorAll('a')];
  const place = before.findIndex((link) => link === document.activeElement);
  list.replaceChildren(...items);
  if (place === -1) return;
  const links = [...list.querySelectorAll('a')];
  const same = links.find(({ href }) => href === before[place]?.href);
  const stop =
    same ?? links[Math.min(place, links.length - 1)] ?? list.closest('dialog')?.querySelector('input');
  stop?.focus();
}

export function itemOf({ url, title, excerpt, facts = {} }: FoundPage): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  link.textContent = title;
  const lines = document.createElement('p');
  lines.append(...marked(excerpt));
  item.append(link);
  const about = document.createElement('p');
  about.className = 'meta';
  about.textContent = factLines(facts).join(' · ');
  if (about.textContent !== '') item.append(about);
  item.append(lines);
  return item;
}

function answerItem({ text: quoted, url, ...source }: Answer): HTMLLIElement {
  const item = itemOf({
    url: pathOf(url),
    title: text.source(source),
    excerpt: '',
    facts: { kind: text.answer },
  });
  item.className = 'search-answer';
  item.lastElementChild?.append(quoted);
  return item;
}

function describeUnknown({
  unrelated = false,
  unknownWords = [],
}: Pick<Found, 'unrelated' | 'unknownWords'>): string {
  const unknown = unknownWords.length > 0 ? [text.unknown({ words: unknownWords })] : [];
  return [...(unrelated ? [text.unrelated] : []), ...unknown].map((line) => `${line} `).join('');
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
  for (const [index, { url, title }] of (courses ? [courses, ...courses.others] : []).entries()) {
    const link = document.createElement('a');
    link.href = pathOf(url);
    link.textContent = title;
    parts.push(correction || index > 0 ? ' ' : '. ', link, '.');
  }
  const shown = document.createElement('p');
  shown.append(...parts);
  if (status.textContent !== shown.textContent) status.replaceChildren(...shown.childNodes);
}
