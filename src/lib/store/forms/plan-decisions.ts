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
  /** What the registrar must have seen before it is made. */
  warning: SeatWarning | undefined;
};

/** `full`: a place was wanted, but no seat is free. `over`: the course has fewer seats than places with this one. */
export type SeatWarning = 'full' | 'over';

type PlanOptions = {
  /** What was chosen for a course; undefined if nothing. */
  wanted: (place: RequestedPlace) => Decision | undefined;
  seats: (term: string, course: string) => CourseSeats;
};

/** Seats of a course in a term. */
export type CourseSeats = {
  total: number;
  /** Those that registrations hold, decided or not. More than `total` once seats were taken away. */
  taken: number;
  /** Places that are decided. */
  given: number;
};

/**
 * Plans decisions in the order of the registrations. A course without a free seat gives a place on its waiting list.
 * A registration that holds a seat gets its place, even beyond the seats of the course. A seat that one decision frees
 * can go to the next registration. Courses that stay as they are, are left out.
 */
export function planDecisions(
  registrations: readonly DecidableRegistration[],
  { wanted, seats }: PlanOptions,
): PlannedDecision[] {
  const current = new Map<string, CourseSeats>();
  return registrations.flatMap(({ reference, term, places }) =>
    places.flatMap((place) => {
      const { course, decision: before } = place;
      const wish = wanted(place);
      if (wish === undefined) return [];
      const key = `${term} ${course}`;
      const { total, taken, given } = current.get(key) ?? seats(term, course);
      const hasSeat = takesSeat(place);
      const isFull = wish === 'place' && !hasSeat && taken >= total;
      const decision = isFull ? 'waiting' : wish;
      if (decision === before) return [];
      const after = {
        total,
        taken: taken + Number(decision === 'place') - Number(hasSeat),
        given: given + Number(decision === 'place') - Number(before === 'place'),
      };
      current.set(key, after);
      const isOver = decision === 'place' && after.given > total;
      return [{ reference, course, decision, warning: isFull ? 'full' : isOver ? 'over' : undefined }];
    }),
  );
}

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
