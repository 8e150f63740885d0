import { plural } from '#lib/i18n/format.ts';
import type { ListedCourse, ListedRegistration } from '#lib/store/forms/registration-list.ts';
import type { StoredAnswers } from '#lib/store/schema.ts';
import { decisionLabels, handlingLabels } from './labels.ts';
import { overdueAfterDays } from './overview.ts';

const day = 24 * 60 * 60 * 1000;

/** What is unusual about a registration. */
type Flag = { label: string; tone: 'bad' | 'waits' | 'quiet' };

/** A row of the list of registrations. */
export type RegistrationRow = {
  id: string;
  reference: string;
  name: string;
  studentNumber: string;
  receivedAt: number;
  term: string;
  canBeChosen: boolean;
  courses: { code: string; title: string; state: string }[];
  status: string;
  flags: Flag[];
  /** True if it is new, and nothing is unusual. */
  isPlain: boolean;
};

type Options = {
  courses: readonly ListedCourse[];
  isInConflict: boolean;
  hasMailTrouble: boolean;
  /** True if staff have written a note. */
  hasNotes: boolean;
  termTitle: (id: string) => string;
  courseTitle: (code: string) => string;
  now: number;
};

export function toRegistrationRow(row: ListedRegistration, options: Options): RegistrationRow {
  const { courses, termTitle, courseTitle } = options;
  const flags = listFlags(row, options);
  return {
    id: row.id,
    reference: row.reference,
    name: `${row.given_name} ${row.family_name}`,
    studentNumber: row.student_number,
    receivedAt: row.received_at,
    term: termTitle(row.term),
    canBeChosen: row.status !== 'withdrawn',
    courses: courses.map((course) => ({
      code: course.course,
      title: courseTitle(course.course),
      state: courseState(course, row)?.label ?? '',
    })),
    status: handlingLabels[row.handling],
    flags,
    isPlain: row.handling === 'new' && flags.length === 0,
  };
}

const courseTones = { place: 'good', waiting: 'waits', refused: 'bad' } as const;

/** What holds for a course of a registration; undefined if it is open and had a seat, or is withdrawn. */
export function courseState(
  { decision, waiting }: Pick<ListedCourse, 'decision' | 'waiting'>,
  { status }: Pick<ListedRegistration, 'status'>,
): { label: string; tone: 'good' | 'waits' | 'bad' } | undefined {
  if (status === 'withdrawn') return undefined;
  if (decision) return { label: decisionLabels[decision], tone: courseTones[decision] };
  return waiting ? { label: 'No seat yet', tone: 'waits' } : undefined;
}

function listFlags(
  row: ListedRegistration,
  { courses, isInConflict, hasMailTrouble, hasNotes, now }: Options,
): Flag[] {
  const isConfirmed = row.confirmed_at !== null;
  const isOpen = row.status === 'requested' && row.handling !== 'done';
  const isUndecided = isOpen && isConfirmed && courses.some(({ decision }) => decision === null);
  const days = Math.floor((now - row.received_at) / day);
  const flags: (Flag | false)[] = [
    isInConflict && { label: 'Conflict', tone: 'bad' },
    hasMailTrouble && { label: 'Email failed', tone: 'bad' },
    row.status === 'requested' && !isConfirmed && { label: 'Not confirmed', tone: 'waits' },
    isUndecided &&
      days >= overdueAfterDays && {
        label: plural(days, { one: 'Waits 1 day', other: `Waits ${days} days` }),
        tone: 'waits',
      },
    row.note !== null && { label: 'Note', tone: 'quiet' },
    asksForGroups(row) && { label: 'Groups', tone: 'quiet' },
    hasNotes && { label: 'Staff note', tone: 'quiet' },
  ];
  return flags.filter((flag) => flag !== false);
}

function asksForGroups({ answers }: ListedRegistration): boolean {
  return (JSON.parse(answers) as StoredAnswers)['groups'] !== undefined;
}
