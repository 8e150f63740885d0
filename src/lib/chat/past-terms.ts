import type { Day, Term } from '#lib/content/terms.ts';

/**
 * Tells texts that speak of terms which are over, and of no other, from the rest. Titles such as `Spring 2027`
 * also stand for that term in earlier years than the list goes back.
 */
export function createPastTerms(terms: readonly Term[], today: Day): (text: string) => boolean {
  const over = new Set(terms.filter(({ ends }) => ends < today).map(({ title }) => title.toLowerCase()));
  const seasons = new Set(terms.flatMap(({ title }) => /^(.+) \d{4}$/.exec(title)?.[1] ?? []));
  const listed = new Set(terms.map(({ title }) => title.toLowerCase()));
  const firstYear = Math.min(...terms.map(({ starts }) => Number(starts.slice(0, 4))));
  const patterns = [...[...seasons].map((season) => `${escape(season)} \\d{4}`), ...[...listed].map(escape)];
  if (patterns.length === 0) return () => false;
  const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const isOver = (title: string) =>
    over.has(title) || (!listed.has(title) && Number(/\d{4}$/.exec(title)?.[0] ?? firstYear) < firstYear);
  return (text) => {
    const titles = [...text.matchAll(named)].map(([title]) => title.toLowerCase());
    return titles.length > 0 && titles.every(isOver);
  };
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
