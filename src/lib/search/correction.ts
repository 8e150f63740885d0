import { foldText } from '#lib/http/client-text.ts';
import type { Matcher } from './matching.ts';
import type { Vocabulary } from './vocabulary.ts';
import { parseQuery, splitWords, isStopWord } from './words.ts';

type Tools = { matcher: Matcher; vocabulary: Vocabulary };

const mostSuggestions = 3;
const mostTries = 12;
const mostMended = 5;
/** A word on so few pages may itself be a slip of an author. */
const rarelyWritten = 2;

export type Corrections = {
  /** Queries with likely slips mended, likeliest first; none when every word is spelled as the site does. */
  queries: string[];
  /** Whether words that the site does not have were mended, rather than rare ones. */
  unknown: boolean;
};

export function suggestCorrections(query: string, { matcher, vocabulary }: Tools): Corrections {
  const words = [...new Set(splitWords(query))].filter((word) => !isStopWord(word));
  const unknown = words.filter((word) => !matcher.knows(word));
  const rare = words.filter((word) => vocabulary.pagesWith(word) <= rarelyWritten);
  const doubtful = (unknown.length > 0 ? unknown : rare).slice(0, mostMended);
  let tries: Map<string, string>[] = [new Map<string, string>()];
  for (const word of doubtful) {
    const spellings = vocabulary
      .suggest(word, mostSuggestions)
      .filter(({ pages }) => unknown.length > 0 || pages > rarelyWritten);
    if (spellings.length === 0) continue;
    const longer = tries.flatMap((mended) =>
      spellings.map((other) => new Map([...mended, [word, other.word]])),
    );
    // A word that the site does write may also stay as it is.
    tries = (unknown.length > 0 ? longer : [...longer, ...tries]).slice(0, mostTries);
  }
  const queries = tries.filter((mended) => mended.size > 0).map((mended) => mend(query, mended));
  return { queries, unknown: unknown.length > 0 };
}

/** @returns the first query that finds something, or null */
export function firstThatMatches(candidates: readonly string[], { matcher }: Tools) {
  for (const correction of candidates) {
    const matches = matcher.match(parseQuery(correction));
    if (matches.length > 0) return { correction, matches };
  }
  return null;
}

function mend(query: string, mended: ReadonlyMap<string, string>): string {
  return query.replace(/[\p{L}\p{N}\p{M}\p{Pc}'’]+/gu, (token) => {
    return mended.get(foldText(token).replace(/['’]/gu, '')) ?? token;
  });
}
