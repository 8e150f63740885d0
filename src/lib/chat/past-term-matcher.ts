import type { Day, Term } from '#lib/content/terms.ts';

/**
 * Returns a predicate for texts that name past terms and no other term. It also recognises titles such as
 * `Spring 2019` of years before the first listed term.
 */
export function createPastTermMatcher(terms: readonly Term[], today: Day): (text: string) => boolean {
  const past = new Set(terms.filter(({ ends }) => ends < today).map(({ title }) => title.toLowerCase()));
  const seasons = new Set(terms.flatMap(({ title }) => /^(.+) \d{4}$/.exec(title)?.[1] ?? []));
  const listed = new Set(terms.map(({ title }) => title.toLowerCase()));
  const firstYear = Math.min(...terms.map(({ starts }) => Number(starts.slice(0, 4))));
  const patterns = [
    ...[...seasons].map((season) => `${escapePattern(season)} \\d{4}`),
    ...[...listed].map(escapePattern),
  ];
  if (patterns.length === 0) return () => false;
  const termTitle = new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const isPast = (title: string) =>
    past.has(title) || (!listed.has(title) && Number(/\d{4}$/.exec(title)?.[0] ?? firstYear) < firstYear);
  return (text) => {
    const titles = [...text.matchAll(termTitle)].map(([title]) => title.toLowerCase());
    return titles.length > 0 && titles.every(isPast);
  };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
