import type { Page, RegistrationList } from '#lib/store/registration-list.ts';
import type { RegistrationFilter } from '#lib/store/registration-search.ts';
import type { SignupList, SignupStatus } from '#lib/store/signup-list.ts';
import type { Cell } from './csv.ts';
import { handlingLabels, signupLabels } from './labels.ts';
import { describeConfirmed } from './registration-conflict.ts';

type Formats = {
  /** The moment as people at the institute write it, so that a spreadsheet reads it: `2026-11-21 09:30`. */
  moment: (at: number) => string;
};

const batchSize = 500;

export const registrationColumns: readonly string[] = [
  'Reference',
  'Received',
  'Status',
  'Given name',
  'Family name',
  'Student number',
  'Email',
  'Term',
  'Courses',
  'Waiting list',
  'Note',
  'Set by',
  'Set on',
  'Email confirmed',
  'In conflict',
];

/** The lines of all registrations that the filter lets through, newest first, a batch at a time. */
export async function* registrationLines(
  filter: RegistrationFilter,
  { registrations, moment }: Formats & { registrations: RegistrationList },
): AsyncGenerator<Cell[][], void> {
  for await (const rows of pages((id) =>
    registrations.page(filter, {
      cursor: id === undefined ? undefined : { id, towards: 'older' },
      limit: batchSize,
    }),
  )) {
    const ids = rows.map(({ id }) => id);
    const [waiting, inConflict] = await Promise.all([
      registrations.waiting(ids),
      registrations.inConflict(ids),
    ]);
    yield rows.map((row) => [
      row.reference,
      moment(row.received_at),
      handlingLabels[row.handling],
      row.given_name,
      row.family_name,
      row.student_number,
      row.email,
      row.term,
      row.course_set,
      (waiting.get(row.id) ?? []).join(' '),
      row.note,
      row.handled_by,
      row.handled_at === null ? null : moment(row.handled_at),
      describeConfirmed(row.confirmed_at, moment),
      inConflict.has(row.id) ? 'Yes' : 'No',
    ]);
  }
}

export const signupColumns: readonly string[] = [
  'Email',
  'Name',
  'Interests',
  'Status',
  'Signed up',
  'Confirmed',
  'Left',
];

/** The lines of all sign-ups of one state, those that changed last first. */
export async function* signupLines(
  status: SignupStatus,
  { signups, moment }: Formats & { signups: SignupList },
): AsyncGenerator<Cell[][], void> {
  let at = 0;
  for await (const rows of pages((id) =>
    signups.page(status, {
      cursor: id === undefined ? undefined : { at, id, towards: 'older' },
      limit: batchSize,
    }),
  )) {
    at = rows.at(-1)?.updated_at ?? 0;
    yield rows.map((row) => [
      row.email,
      row.name,
      (JSON.parse(row.interests) as string[]).join('; '),
      signupLabels[row.status],
      moment(row.created_at),
      row.confirmed_at === null ? null : moment(row.confirmed_at),
      row.unsubscribed_at === null ? null : moment(row.unsubscribed_at),
    ]);
  }
}

async function* pages<Row extends { id: string }>(
  next: (after: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row[]> {
  let after: string | undefined;
  for (;;) {
    const { rows, hasOlder } = await next(after);
    if (rows.length > 0) yield rows;
    if (!hasOlder || rows.length === 0) return;
    after = rows.at(-1)?.id;
  }
}
