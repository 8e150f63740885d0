/** What the registrar decides about one course of a registration. */
export type Decision = 'place' | 'waiting' | 'refused';

/** A course of a registration. */
export type RequestedPlace = {
  course: string;
  /** False once withdrawn or refused: it takes no seat. */
  active: boolean;
  waiting: boolean;
  decision: Decision | null;
};

export type DecidableRegistration = { reference: string; term: string; places: readonly RequestedPlace[] };

export type PlannedDecision = {
  reference: string;
  course: string;
  decision: Decision;
  /** True if a place was wanted, but the course is full. */
  isFull: boolean;
};

type PlanOptions = {
  /** What was chosen for a course; undefined if nothing. */
  wanted: (place: RequestedPlace) => Decision | undefined;
  /** Seats of a course in a term that no registration has. */
  free: (term: string, course: string) => number;
};

/**
 * Plans decisions in the order of the registrations. A course without a free seat gives a place on its waiting list.
 * A seat that one decision frees can go to the next registration. Courses that stay as they are, are left out.
 */
export function planDecisions(
  registrations: readonly DecidableRegistration[],
  { wanted, free }: PlanOptions,
): PlannedDecision[] {
  const change = new Map<string, number>();
  const add = (key: string, seats: number) => change.set(key, (change.get(key) ?? 0) + seats);
  return registrations.flatMap(({ reference, term, places }) =>
    places.flatMap((place) => {
      const { course, decision: before } = place;
      const wish = wanted(place);
      if (wish === undefined) return [];
      const key = `${term} ${course}`;
      const hasSeat = takesSeat(place);
      const isFull = wish === 'place' && !hasSeat && free(term, course) + (change.get(key) ?? 0) <= 0;
      const decision = isFull ? 'waiting' : wish;
      if (decision === before) return [];
      add(key, (hasSeat ? 1 : 0) - (decision === 'place' ? 1 : 0));
      return [{ reference, course, decision, isFull }];
    }),
  );
}

/** Whether a request takes a seat. */
export function takesSeat({ active, waiting }: Pick<RequestedPlace, 'active' | 'waiting'>): boolean {
  return active && !waiting;
}

/**
 * What one decision for many registrations means for a course: a place for those without one, the waiting list for
 * those without a decision, a refusal for both.
 */
export function wantedForAll(decision: Decision, { decision: before }: RequestedPlace): Decision | undefined {
  const isOpen = before === null || (before === 'waiting' && decision !== 'waiting');
  return isOpen ? decision : undefined;
}
