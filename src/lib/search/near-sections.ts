import type { NearPassage } from '#lib/retrieval/near-pages.ts';
import { splitPassage } from '#lib/i18n/sentences.ts';
import type { PassageStore } from './open-passages.ts';

export type NearSentence = {
  text: string;
  /** How much nearer in meaning to the query than the farthest sentence of the section, as a difference of cosines. */
  nearness: number;
};

/** How near a section is in meaning to a query. */
type NearSection = {
  /** How much nearer than the farthest of the sections, as a difference of cosines. */
  nearness: number;
  /** Empty if the sentences have no vectors. */
  sentences: readonly NearSentence[];
};

/** By anchor; null is the text before a page's first heading. */
export type NearSections = ReadonlyMap<string | null, NearSection>;

/** Reads the sections of the passages of a page that are near to a query. @param near nearest first */
export function readNearSections(
  near: readonly NearPassage[],
  passages: Pick<PassageStore, 'get'>,
): NearSections {
  const least = near.at(-1)?.similarity ?? 0;
  const sections = new Map<string | null, NearSection>();
  for (const { id, similarity, sentences } of near) {
    const passage = passages.get(id);
    if (!passage) continue;
    const known = sections.get(passage.anchor) ?? { nearness: similarity - least, sentences: [] };
    const farthest = Math.min(...sentences);
    const texts = sentences.length === 0 ? [] : splitPassage(passage.text);
    const read = texts.map((text, at) => ({ text, nearness: (sentences[at] ?? farthest) - farthest }));
    sections.set(passage.anchor, { ...known, sentences: [...known.sentences, ...read] });
  }
  return sections;
}
