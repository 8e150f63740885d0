import { meaningfulWords, stem } from '#lib/i18n/words.ts';
import type { BenchPage } from './search-pages.ts';
import { createRandom } from '#test/random.ts';

export const kinds = ['2 words', '3 words', 'prefix', 'typo'] as const;
export type Kind = (typeof kinds)[number];
const openings = ['how do I find', 'what is', 'where can I get', 'who is responsible for'];
/** A query and its source page. */
export type TitleQuery = { kind: Kind; query: string; path: string };

/**
 * Generates queries of title words. Skips combinations that more than ten titles contain, since no engine could know
 * the intended page.
 */
export function titleQueries(pages: readonly BenchPage[], perKind: number): TitleQuery[] {
  const random = createRandom(20_261_121);
  const titled = countTitles(pages);
  const queries: TitleQuery[] = [];
  for (const kind of kinds) {
    const length = kind === '3 words' ? 3 : 2;
    for (let made = 0, tries = 0; made < perKind && tries < perKind * 40; tries++) {
      const page = pages[Math.floor(random() * pages.length)];
      if (!page) break;
      const words = shuffle(titleWords(page.indexed.title), random).slice(0, length);
      if (words.length < length || sharedBy(words, titled) > 10) continue;
      const query = spoil(words, kind, random);
      if (query === null) continue;
      queries.push({ kind, query, path: page.indexed.path });
      made++;
    }
  }
  return queries;
}

/** Generates a mix of queries: single words, title words, typos and questions. */
export function mixedQueries(pages: readonly BenchPage[], count: number): string[] {
  const random = createRandom(7);
  const fromTitles = titleQueries(pages, Math.ceil(count / 4)).map(({ query }) => query);
  const wanted = new Set<string>();
  for (let number = 0; wanted.size < count && number < count * 20; number++) {
    const page = pages[Math.floor(random() * pages.length)];
    const words = page ? shuffle(meaningfulWords(page.text), random) : [];
    if (number % 5 === 0) wanted.add(words.slice(0, 1).join(' '));
    else if (number % 5 === 1) wanted.add(toQuestion(words, number));
    else wanted.add(fromTitles[number % Math.max(1, fromTitles.length)] ?? '');
  }
  wanted.delete('');
  return [...wanted];
}

/** Generates questions with four words of a page, of which nearly all are ranked by meaning. */
export function questionQueries(pages: readonly BenchPage[], count: number): string[] {
  const random = createRandom(11);
  return Array.from({ length: count }, (_, number) => {
    const page = pages[Math.floor(random() * pages.length)];
    return toQuestion(shuffle(meaningfulWords(page?.text ?? ''), random), number);
  });
}

function toQuestion(words: readonly string[], number: number): string {
  return `${openings[number % openings.length] ?? ''} ${words.slice(0, 4).join(' ')}`;
}

function titleWords(title: string): string[] {
  return meaningfulWords(title).filter((word) => /^[a-z]{3,}$/.test(word));
}

function countTitles(pages: readonly BenchPage[]): Map<string, Set<string>> {
  const titled = new Map<string, Set<string>>();
  for (const { indexed } of pages) {
    for (const word of new Set(titleWords(indexed.title).map(stem))) {
      const paths = titled.get(word) ?? new Set();
      titled.set(word, paths.add(indexed.path));
    }
  }
  return titled;
}

function sharedBy(words: readonly string[], titled: ReadonlyMap<string, ReadonlySet<string>>): number {
  const [first = new Set<string>(), ...rest] = words.map(
    (word) => titled.get(stem(word)) ?? new Set<string>(),
  );
  return [...first].filter((path) => rest.every((paths) => paths.has(path))).length;
}

function spoil(words: readonly string[], kind: Kind, random: () => number): string | null {
  const at = words.findIndex((word) => word.length >= 6);
  if (kind === '2 words' || kind === '3 words') return words.join(' ');
  if (kind === 'prefix') {
    const last = words.at(-1) ?? '';
    if (last.length < 5) return null;
    return [...words.slice(0, -1), last.slice(0, Math.max(3, Math.ceil(last.length * 0.6)))].join(' ');
  }
  const word = words[at];
  return word === undefined ? null : words.with(at, addTypo(word, random)).join(' ');
}

/** Makes one typo after the first letter: a missing, doubled, swapped or wrong letter. */
function addTypo(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [before, letter = '', next = '', after] = [
    word.slice(0, at),
    word[at],
    word[at + 1],
    word.slice(at + 2),
  ];
  const wrong = String.fromCharCode(97 + Math.floor(random() * 26));
  const slips = [
    before + next + after,
    before + letter + letter + next + after,
    before + next + letter + after,
    before + wrong + next + after,
  ];
  const chosen = slips[Math.floor(random() * slips.length)] ?? word;
  return chosen === word ? `${before}${next}${after}` : chosen;
}

function shuffle(words: readonly string[], random: () => number): string[] {
  return words
    .map((word) => ({ word, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ word }) => word);
}
