import type { Day, Term } from './terms.ts';

type Stage = {
  /** Seasons. Undefined if the stage is not tied to a part of the year. */
  terms?: readonly string[] | undefined;
  year?: number | undefined;
};

/** The known terms in which a stage takes place for students who begin on day `start`, earliest first. */
export function termsOfStage(
  { terms: seasons = [], year = 1 }: Stage,
  { start, terms }: { start: Day; terms: readonly Term[] },
): Term[] {
  const later = terms
    .filter(({ starts }) => starts >= start)
    .toSorted((a, b) => a.starts.localeCompare(b.starts));
  return seasons
    .flatMap((season) => later.filter((term) => term.season === season)[year - 1] ?? [])
    .toSorted((a, b) => a.starts.localeCompare(b.starts));
}
