import type { factLines } from '#lib/i18n/en/search.ts';
import { splitWords } from '#lib/i18n/split-words.ts';
import { pathOf } from './search-links.ts';
import { vouchForSearchWorker } from './search-worker.ts';

export type FoundPage = {
  url: string;
  title: string;
  excerpt: string;
  facts?: Parameters<typeof factLines>[0] | undefined;
};
export type Found = {
  pages: FoundPage[];
  total: number;
  correction: string | null;
  courses?: Group | null;
  answer?: Answer | null;
  unrelated?: boolean;
  unknownWords?: string[];
};

/** The answer to a question, quoted from a page. */
export type Answer = { text: string; url: string; title: string; heading: string };

/** The courses that are meant by words that are facts. Without one, `others` match with a fact changed. */
export type Group = GroupLink & { total: number; shown: number; others: readonly GroupLink[] };
type GroupLink = { title: string; url: string };

/** The part of `GET /api/search` that the dialog uses. */
type ServerAnswer = Omit<Found, 'pages'> & { results: ServerPage[] };
type ServerPage = FoundPage & { sections: FoundPage[] };

/** The part of Pagefind's browser API that this module uses. */
type Pagefind = {
  options(options: Record<string, unknown>): Promise<void>;
  init(): Promise<void>;
  search(query: string): Promise<{ results: { data(): Promise<PagefindPage> }[] }>;
};
type PagefindPage = { url: string; excerpt: string; meta: Record<string, string | undefined> };

/** Searches on the server. Falls back to the index for browsers on a static host, or if the request fails. */
export async function findPages(query: string, limit: number): Promise<Found> {
  if (document.documentElement.dataset['host'] === 'static') return findInBrowser(query, limit);
  return findOnServer(query, limit).catch(() => findInBrowser(query, limit));
}

async function findOnServer(query: string, limit: number): Promise<Found> {
  const response = await fetch(`/api/search?${new URLSearchParams({ q: query, limit: String(limit) })}`);
  if (response.status !== 200) throw new Error(`GET /api/search returned ${response.status}`);
  const { results, ...rest } = (await response.json()) as ServerAnswer;
  return { ...rest, pages: results.map((page) => toNamedSection(page, query)) };
}

/** Returns the section whose title contains the query, such as a person on /people, or else the page. */
export function toNamedSection({ sections, ...page }: ServerPage, query: string): FoundPage {
  const isNamed = ({ title }: FoundPage) => ` ${title}`.toLowerCase().includes(` ${query.toLowerCase()}`);
  const section = query.length < 3 || isNamed(page) ? undefined : sections.find(isNamed);
  const { url, title, excerpt } = section ?? page;
  return {
    url: pathOf(url),
    title: section ? `${title} (${page.title})` : title,
    excerpt,
    facts: page.facts,
  };
}

export async function findInBrowser(query: string, limit: number): Promise<Found> {
  const { results } = await (await loadPagefind()).search(toPagefindQuery(query));
  const pages = await Promise.all(results.slice(0, limit).map((result) => result.data()));
  return { pages: pages.map(toFoundPage), total: results.length, correction: null };
}

/** Splits words with hyphens and dots, which Pagefind would join. Other words stay as typed, as in its index. */
export function toPagefindQuery(query: string): string {
  if (query.includes('"')) return query;
  const isPlain = (word: string) => /^[\p{L}\p{M}]+$/u.test(word);
  return query
    .split(/\s+/)
    .flatMap((word) => (isPlain(word) ? [word] : splitWords(word)))
    .join(' ');
}

function toFoundPage({ url, excerpt, meta }: PagefindPage): FoundPage {
  return { url: url.replace(/\.html$/, ''), title: meta['title'] ?? url, excerpt };
}

let engine: Promise<Pagefind> | undefined;

function loadPagefind(): Promise<Pagefind> {
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
