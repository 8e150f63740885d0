import type { Answer } from '#lib/forms/answers.ts';
import type { Page } from '#lib/store/list-page.ts';
import type {
  ListedCourse,
  ListedRegistration,
  RegistrationList,
} from '#lib/store/forms/registration-list.ts';
import type { RegistrationFilter } from '#lib/store/forms/registration-search.ts';
import type { SubmissionFilter, SubmissionList } from '#lib/store/forms/submission-list.ts';
import type { Submission } from '#lib/store/forms/submissions.ts';
import type { SignupList, SignupStatus } from '#lib/store/forms/signup-list.ts';
import type { Signup } from '#lib/store/forms/signups.ts';
import type { Cell } from './csv.ts';
import { decisionLabels, handlingLabels, signupLabels } from './labels.ts';
import { describeConfirmed } from './registration-conflict.ts';

type Formats<Row> = {
  /** Formats a moment in the institute's time zone: `2026-11-21 09:30`. */
  moment: (at: number) => string;
  /** Returns the form's answers in a row, or, without a row, the form's fields with only their labels. */
  answersOf: (row: Row | undefined) => readonly Answer[];
};

/** A CSV file, written a batch of rows at a time. */
export type Export = { columns: readonly string[]; batches: AsyncGenerator<Cell[][], void> };

type Column<Row> = [heading: string, cell: (row: Row) => Cell];
type RegistrationRow = ListedRegistration & {
  fields: readonly Answer[];
  listed: readonly ListedCourse[];
  isInConflict: boolean;
};
type SignupRow = Signup & { fields: readonly Answer[] };

const batchSize = 500;

/** All registrations that match the filter, newest first. */
export function registrationExport(
  filter: RegistrationFilter,
  { registrations, moment, answersOf }: Formats<ListedRegistration> & { registrations: RegistrationList },
): Export {
  async function* batches() {
    const pages = readPages((id) => {
      const cursor = id === undefined ? undefined : ({ id, towards: 'older' } as const);
      return registrations.page(filter, { cursor, limit: batchSize });
    });
    for await (const rows of pages) {
      const ids = rows.map(({ id }) => id);
      const [courses, inConflict] = await Promise.all([
        registrations.courses(ids),
        registrations.inConflict(ids),
      ]);
      yield rows.map((row) => ({
        ...row,
        fields: answersOf(row),
        listed: courses.get(row.id) ?? [],
        isInConflict: inConflict.has(row.id),
      }));
    }
  }
  return createExport(registrationColumns(answersOf(undefined), moment), batches());
}

/** New columns come last, so that existing ones keep their positions. */
function registrationColumns(
  fields: readonly Answer[],
  moment: (at: number) => string,
): Column<RegistrationRow>[] {
  const { take, others } = fieldColumns<RegistrationRow>(fields);
  const groups = take('groups');
  return [
    ['Reference', (row) => row.reference],
    ['Received', (row) => moment(row.received_at)],
    ['Status', (row) => handlingLabels[row.handling]],
    ...take('givenName', 'familyName', 'studentNumber', 'email'),
    ['Term', (row) => row.term],
    ['Courses', (row) => row.course_set],
    ['Waiting list', ({ listed }) => codesOf(listed.filter(({ waiting }) => waiting))],
    ...take('note'),
    ['Set by', (row) => row.handled_by],
    ['Set on', (row) => (row.handled_at === null ? null : moment(row.handled_at))],
    ['Email confirmed', (row) => describeConfirmed(row.confirmed_at, moment)],
    ['In conflict', (row) => (row.isInConflict ? 'Yes' : 'No')],
    ...others(),
    ['Decisions', (row) => describeDecisions(row.listed)],
    ...groups,
  ];
}

function codesOf(courses: readonly ListedCourse[]): string {
  return courses.map(({ course }) => course).join(' ');
}

/** Leaves out courses without a decision. */
function describeDecisions(courses: readonly ListedCourse[]): string {
  return courses
    .flatMap(({ course, decision }) => (decision === null ? [] : [`${course} ${decisionLabels[decision]}`]))
    .join('; ');
}

/** All sign-ups with a status, most recently changed first. */
export function signupExport(
  status: SignupStatus,
  { signups, moment, answersOf }: Formats<Signup> & { signups: SignupList },
): Export {
  const { take, others } = fieldColumns<SignupRow>(answersOf(undefined));
  const columns: Column<SignupRow>[] = [
    ...take('email', 'name', 'interests'),
    ['Status', (row) => signupLabels[row.status]],
    ['Signed up', (row) => moment(row.created_at)],
    ['Confirmed', (row) => (row.confirmed_at === null ? null : moment(row.confirmed_at))],
    ['Left', (row) => (row.unsubscribed_at === null ? null : moment(row.unsubscribed_at))],
    ...others(),
  ];
  async function* batches() {
    let at = 0;
    const pages = readPages((id) => {
      const cursor = id === undefined ? undefined : ({ at, id, towards: 'older' } as const);
      return signups.page(status, { cursor, limit: batchSize });
    });
    for await (const rows of pages) {
      at = rows.at(-1)?.updated_at ?? 0;
      yield rows.map((row) => ({ ...row, fields: answersOf(row) }));
    }
  }
  return createExport(columns, batches());
}

/** All submissions of a form that match the filter, newest first. */
export function submissionExport(
  { form, filter }: { form: string; filter: SubmissionFilter },
  { submissions, moment, answersOf }: Formats<Submission> & { submissions: SubmissionList },
): Export {
  type Row = Submission & { fields: readonly Answer[] };
  const columns: Column<Row>[] = [
    ['Reference', (row) => row.reference],
    ['Received', (row) => moment(row.received_at)],
    ['Status', (row) => handlingLabels[row.handling]],
    ['Set by', (row) => row.handled_by],
    ['Set on', (row) => (row.handled_at === null ? null : moment(row.handled_at))],
    ...fieldColumns<Row>(answersOf(undefined)).others(),
  ];
  async function* batches() {
    const pages = readPages((id) => {
      const cursor = id === undefined ? undefined : ({ id, towards: 'older' } as const);
      return submissions.page(form, filter, { cursor, limit: batchSize });
    });
    for await (const rows of pages) yield rows.map((row) => ({ ...row, fields: answersOf(row) }));
  }
  return createExport(columns, batches());
}

/** The columns of a form's fields: the named ones first, then the others. */
function fieldColumns<Row extends { fields: readonly Answer[] }>(fields: readonly Answer[]) {
  const left = new Map(fields.map((field, index) => [field.name, { ...field, index }]));
  const columnOf = (name: string): Column<Row>[] => {
    const field = left.get(name);
    left.delete(name);
    return field ? [[field.label, (row) => row.fields[field.index]?.text ?? '']] : [];
  };
  return {
    take: (...names: string[]) => names.flatMap(columnOf),
    others: () => [...left.keys()].flatMap(columnOf),
  };
}

async function* createBatches<Row>(columns: readonly Column<Row>[], batches: AsyncGenerator<Row[], void>) {
  for await (const rows of batches) yield rows.map((row) => columns.map(([, cell]) => cell(row)));
}

function createExport<Row>(columns: readonly Column<Row>[], batches: AsyncGenerator<Row[], void>): Export {
  return { columns: columns.map(([heading]) => heading), batches: createBatches(columns, batches) };
}

async function* readPages<Row extends { id: string }>(
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
