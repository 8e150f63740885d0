import type { z } from 'zod';
import { contentCollections, type CollectionKind, type CollectionName } from '#lib/content/collections.ts';
import { offeringSchema } from '#lib/content/course.ts';
import { personIdSchema } from '#lib/content/fields.ts';
import { explainIssue } from '#lib/content/checking/explain-issue.ts';
import type { NewFileValues } from '#lib/content/new-file-values.ts';

/** A question that `npm run new` asks. An empty answer leaves the proposed value unchanged. */
type Question = {
  field: Exclude<keyof NewFileValues, 'course' | 'today'>;
  /** Without a question mark. */
  label: string;
  isNumber?: true;
  /** The allowed answers and their meanings. */
  choices?: Readonly<Record<string, string>>;
};

export type Choices = {
  subjects: Readonly<Record<string, string>>;
  levels: Readonly<Record<number, string>>;
  /** Seasons and terms. */
  terms: Readonly<Record<string, string>>;
  /** Names of people, by file name. */
  people: Readonly<Record<string, string>>;
};

/** The questions for a new file, after its title. */
export function questionsFor(
  kind: CollectionKind,
  { subjects, levels, terms, people }: Choices,
): readonly Question[] {
  const summary: Question = { field: 'summary', label: 'Summary, one sentence of 20 to 160 characters' };
  const level: Question = { field: 'level', label: 'Level', isNumber: true, choices: levels };
  const person = (label: string): Question => ({
    field: 'person',
    label,
    ...(Object.keys(people).length > 0 && { choices: people }),
  });
  const questions: Readonly<Partial<Record<CollectionKind, readonly Question[]>>> = {
    course: [
      summary,
      { field: 'code', label: 'Course code' },
      { field: 'subject', label: 'Subject', choices: subjects },
      level,
      { field: 'credits', label: 'Credits, one for ten hours of study', isNumber: true },
      { field: 'fee', label: 'Fee, without the currency sign', isNumber: true },
      { field: 'season', label: 'Term in which it runs', choices: terms },
      person('Who leads it'),
    ],
    program: [summary, { field: 'award', label: 'Award' }, level, person('Who leads it')],
    news: [summary, { field: 'date', label: 'Day of publication' }, person('Author')],
    event: [
      summary,
      { field: 'starts', label: 'Day and time when it starts' },
      { field: 'place', label: 'Place' },
      person('Who speaks or leads'),
    ],
    person: [summary, { field: 'role', label: 'Role, such as Lecturer in Soils' }],
    handbook: [],
  };
  return questions[kind] ?? [summary];
}

/** Returns the problem with an answer, or undefined if it is valid. */
function checkAnswer(
  collection: CollectionName,
  { field, choices, isNumber }: Question,
  answer: string,
): string | undefined {
  if (choices && !Object.hasOwn(choices, answer)) return `use one of ${Object.keys(choices).join(', ')}`;
  const name = field === 'season' ? 'term' : field;
  const value = isNumber && /^\d+(\.\d+)?$/.test(answer) ? Number(answer) : answer;
  const issue = schemaOf(collection, field)?.safeParse(value).error?.issues[0];
  if (!issue) return undefined;
  const { message, fix } = explainIssue({ ...issue, path: [name] }, value);
  return `${message}: ${fix}`;
}

function schemaOf(collection: CollectionName, field: Question['field']): z.ZodType | undefined {
  if (field === 'season') return offeringSchema.shape.term;
  if (field === 'person') return personIdSchema;
  const shape: Readonly<Record<string, z.ZodType>> = contentCollections[collection].schema.shape;
  return shape[field];
}

export type Dialogue = {
  /** Prints a question and returns the answer as typed. */
  ask: (question: string) => Promise<string>;
  print: (line: string) => void;
};

type AnswerOptions = Dialogue & {
  /** The value of an empty answer. */
  initial: string;
  check: (answer: string) => string | undefined;
};

/** Repeats a question until its answer is valid. */
export async function askUntilValid(
  label: string,
  { initial, check, ask, print }: AnswerOptions,
): Promise<string> {
  for (;;) {
    const answer = (await ask(initial === '' ? `${label}: ` : `${label} [${initial}]: `)).trim() || initial;
    const problem = answer === '' ? 'type an answer' : check(answer);
    if (problem === undefined) return answer;
    print(`  ${problem}`);
  }
}

/** Asks the questions, and returns the values with the answers. */
export async function askForValues(
  values: NewFileValues,
  {
    collection,
    questions,
    ...dialogue
  }: Dialogue & { collection: CollectionName; questions: readonly Question[] },
): Promise<NewFileValues> {
  let answered = values;
  for (const question of questions) {
    const { field, label, choices = {}, isNumber } = question;
    const list = Object.entries(choices).map(([key, title]) => (key === title ? key : `${key} (${title})`));
    if (list.length > 0) dialogue.print(`  ${list.join(', ')}`);
    const answer = await askUntilValid(label, {
      ...dialogue,
      initial: String(answered[field] ?? Object.keys(choices)[0] ?? ''),
      check: (given) => checkAnswer(collection, question, given),
    });
    answered = { ...answered, [field]: isNumber ? Number(answer) : answer };
  }
  return answered;
}
