import type { Enrolment } from '#lib/store/forms/registration-list.ts';

type Seats = {
  /** Seats that the next request could get; 0 if it would go to the waiting list. */
  free: number;
  /** Requests on the waiting list. */
  waiting: number;
};

/** Seats by term and course code. */
export type FreeSeats = ReadonlyMap<string, ReadonlyMap<string, Seats>>;

/** The seats of courses as offered: `[{ term: '2027-spring', code: 'SOIL201', seats: 24 }]`. */
type Offered = readonly { term: string; code: string; seats: number }[];

export type SeatCounts = {
  /** Returns undefined if the store is not available. */
  read(offered: Offered): Promise<FreeSeats | undefined>;
};

type Options = {
  enrolments: (term: string, now: number) => Promise<Enrolment[]>;
  now?: () => number;
};

/** In milliseconds. Browsers may cache a page for as long again, so numbers on pages are at most a minute old. */
export const seatsMaxAge = 30_000;

/** Reads free seats and waiting lists from the store, and caches them for half a minute. */
export function createSeatCounts({ enrolments, now = Date.now }: Options): SeatCounts {
  const kept = new Map<string, { at: number; counts: Promise<Enrolment[] | undefined> }>();

  function countsOf(term: string): Promise<Enrolment[] | undefined> {
    const at = now();
    const known = kept.get(term);
    if (known) return known.counts;
    // The store logs its own failures. Pages then leave the seats out.
    const counts = enrolments(term, at).catch(() => undefined);
    kept.set(term, { at, counts });
    return counts;
  }

  return {
    async read(offered) {
      const terms = [...new Set(offered.map(({ term }) => term))];
      const oldest = now() - seatsMaxAge;
      for (const [term, { at }] of kept) if (at <= oldest) kept.delete(term);
      const byTerm = new Map<string, Map<string, Seats>>();
      for (const term of terms) {
        const counts = await countsOf(term);
        if (!counts) return undefined;
        byTerm.set(
          term,
          toSeats(
            offered.filter((each) => each.term === term),
            counts,
          ),
        );
      }
      return byTerm;
    },
  };
}

function toSeats(offered: Offered, counts: readonly Enrolment[]): Map<string, Seats> {
  const seats = new Map<string, number>();
  for (const { code, seats: more } of offered) seats.set(code, (seats.get(code) ?? 0) + more);
  return new Map(
    [...seats].map(([code, all]) => {
      const { requested = 0, waiting = 0 } = counts.find(({ course }) => course === code) ?? {};
      return [code, { free: Math.max(0, all - requested), waiting }];
    }),
  );
}
