import type { z } from 'zod';
import { contentCollections, type CollectionName } from '#lib/content/collections.ts';
import { offeringSchema } from '#lib/content/course.ts';
import { personIdSchema } from '#lib/content/fields.ts';
import { explainIssue } from '#lib/content/checking/explain-issue.ts';
import type { Draft } from './templates.ts';

/** One thing that `npm run new` asks for; an empty answer means what the draft proposes. */
export type Question = {
  field: Exclude<keyof Draft, 'course' | 'today'>;
  /** What to ask, without a question mark. */
  words: string;
  isNumber?: true;
  /** The only answers, by what each stands for. */
  choices?: Readonly<Record<string, string>>;
};

/** What an institute offers to choose from. */
export type Choices = {
  subjects: Readonly<Record<string, string>>;
  levels: Readonly<Record<number, string>>;
  /** Seasons and terms that courses can be offered in. */
  terms: Readonly<Record<string, string>>;
  /** Names of people, by file name. */
  people: Readonly<Record<string, string>>;
};

const summary = { field: 'summary', words: 'One sentence about it, 20 to 160 characters' } as const;

/** What is asked for a new file of a kind, after its title. */
export function questionsFor(kind: string, { subjects, levels, terms, people }: Choices): Question[] {
  const whom = Object.keys(people).length > 0 ? { choices: people } : {};
  const level = { field: 'level', words: 'Level', isNumber: true, choices: levels } as const;
  switch (kind) {
    case 'course':
      return [
        summary,
        { field: 'code', words: 'Course code' },
        { field: 'subject', words: 'Subject', choices: subjects },
        level,
        { field: 'credits', words: 'Credits, one for ten hours of study', isNumber: true },
        { field: 'fee', words: 'Fee, without the sign of the currency', isNumber: true },
        { field: 'season', words: 'Term in which it runs', choices: terms },
        { field: 'person', words: 'Who leads it', ...whom },
      ];
    case 'program':
      return [
        summary,
        { field: 'award', words: 'Award' },
        level,
        { field: 'person', words: 'Who leads it', ...whom },
      ];
    case 'news':
      return [
        summary,
        { field: 'date', words: 'Day of publication' },
        { field: 'person', words: 'Who writes it', ...whom },
      ];
    case 'event':
      return [
        summary,
        { field: 'starts', words: 'Day and time at which it starts' },
        { field: 'place', words: 'Where it is' },
        { field: 'person', words: 'Who speaks or leads', ...whom },
      ];
    case 'person':
      return [summary, { field: 'role', words: 'What the person does, such as Lecturer in Soils' }];
    case 'page':
      return [summary];
    default:
      return [];
  }
}

/** What to say of an answer that can't be taken; undefined when it can. */
export function problemOf(
  collection: CollectionName,
  question: Question,
  answer: string,
): string | undefined {
  const { field, choices, isNumber } = question;
  if (choices && !Object.hasOwn(choices, answer)) {
    return `"${answer}" is none of ${Object.keys(choices).join(', ')}`;
  }
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
  /** Asks and gives the answer as typed. */
  ask: (words: string) => Promise<string>;
  tell: (line: string) => void;
};

/** Asks until an answer can be taken. @param initial what an empty answer means */
export async function askUntilGood(
  words: string,
  {
    initial,
    check,
    ask,
    tell,
  }: Dialogue & { initial: string; check: (answer: string) => string | undefined },
): Promise<string> {
  for (;;) {
    const answer = (await ask(initial === '' ? `${words}: ` : `${words} [${initial}]: `)).trim() || initial;
    const problem = answer === '' ? 'an answer is needed here' : check(answer);
    if (problem === undefined) return answer;
    tell(`  ${problem}`);
  }
}

/** The draft with what was answered in place of what was proposed. */
export async function askForDraft(
  draft: Draft,
  {
    collection,
    questions,
    ...dialogue
  }: Dialogue & { collection: CollectionName; questions: readonly Question[] },
): Promise<Draft> {
  let answered = draft;
  for (const question of questions) {
    const { field, words, choices, isNumber } = question;
    if (choices) dialogue.tell(choiceLine(choices));
    const answer = await askUntilGood(words, {
      ...dialogue,
      initial: String(answered[field] ?? Object.keys(choices ?? {})[0] ?? ''),
      check: (given) => problemOf(collection, question, given),
    });
    answered = { ...answered, [field]: isNumber ? Number(answer) : answer };
  }
  return answered;
}

function choiceLine(choices: Readonly<Record<string, string>>): string {
  return `  ${Object.entries(choices)
    .map(([key, title]) => (key === title ? key : `${key} (${title})`))
    .join(', ')}`;
}
