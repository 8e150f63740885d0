import { institute } from '#lib/content/current-institute.ts';
import { isOver } from '#lib/content/event.ts';
import { listEventFacts } from '#lib/finder/event-facts.ts';
import type { Fact } from '#lib/finder/course-facts.ts';
import type { FinderRun } from '#lib/finder/courses.ts';
import { asksWho, chooseFact, findNamedEntries, textOf, type NamedEntry } from '#lib/finder/fact-answer.ts';
import { answerTermQuestion } from '#lib/finder/term-answer.ts';
import { formatTown } from '#lib/content/format-address.ts';
import { formatDay } from '#lib/content/formats.ts';
import {
  instituteFactNames,
  instituteQuestions,
  instituteWords,
  littleWords,
  factOfEntry,
  namesOfTitle,
  otherFactNames as names,
} from '#lib/i18n/en/fact-questions.ts';
import { courseFactsText, programFactsText } from '#lib/i18n/en/finder.ts';
import { listAnd } from '#lib/i18n/format.ts';
import { calendarText } from '#lib/i18n/en/pages.ts';
import { splitWords } from '#lib/i18n/split-words.ts';
import type { QuotedAnswer } from '#lib/search/answer.ts';
import { linkToParts } from '#lib/search/text-link.ts';
import {
  findPeople,
  findPerson,
  listEntries,
  terms,
  today,
  type CourseEntry,
  type EventEntry,
  type PersonEntry,
  type ProgramEntry,
} from './content.ts';
import { readCourseFacts } from './course-page.ts';
import { toFinderCourses } from './finder.ts';
import { levelAndAward, readProgramFacts } from './program-page.ts';

const panel = programFactsText.names;
/** A question that means more entries asks for a list. */
const maxEntries = 3;
/** In characters, for the facts of several entries. */
const maxLength = 320;
/** The page that shows the dates of terms. */
const calendarPath = '/calendar';
/** Like every page, it ends with the telephone number and the addresses of the institute. */
const homePath = '/';

type Asked =
  | { kind: 'course'; entry: CourseEntry }
  | { kind: 'program'; entry: ProgramEntry }
  | { kind: 'event'; entry: EventEntry }
  | { kind: 'person'; entry: PersonEntry };

/**
 * Answers a question about one fact: of an entry, such as the fee of a course, of a term, or of the institute. Null for
 * any other text.
 */
export async function readFactAnswer(question: string, siteUrl: string): Promise<QuotedAnswer | null> {
  return (
    (await readEntryAnswer(question, siteUrl)) ??
    readTermAnswer(question, siteUrl) ??
    readInstituteAnswer(question, siteUrl)
  );
}

function readTermAnswer(question: string, siteUrl: string): QuotedAnswer | null {
  const found = answerTermQuestion(question, { terms: terms(), today: today() });
  if (!found) return null;
  const { day, what } = found.shown;
  return {
    text: found.text,
    url: linkToParts(new URL(calendarPath, siteUrl).href, [formatDay(day), what]),
    title: calendarText.title,
    heading: '',
    kind: 'fact',
  };
}

function readInstituteAnswer(question: string, siteUrl: string): QuotedAnswer | null {
  const { name, shortName, email, telephone, address } = institute();
  const names = [name, shortName, ...instituteWords];
  const rest = findNamedEntries(question, [{ entry: name, names }])?.rest ?? splitWords(question).join(' ');
  const where = `${address.street}, ${formatTown(address)}`;
  const facts = [
    ...valueFact(instituteFactNames.email, email),
    ...valueFact(instituteFactNames.telephone, telephone),
    ...valueFact(instituteFactNames.address, where),
  ];
  const fact = chooseFact(rest, facts, {
    questions: instituteQuestions,
    ignores: (word) => littleWords.has(word),
  });
  if (!fact) return null;
  return {
    text: `${fact.name}: ${fact.value}`,
    url: linkToParts(new URL(homePath, siteUrl).href, [fact.value]),
    title: name,
    heading: '',
    kind: 'fact',
  };
}

async function readEntryAnswer(question: string, siteUrl: string): Promise<QuotedAnswer | null> {
  const found = findNamedEntries(question, await listNamed());
  if (!found || found.entries.length > maxEntries) return null;
  const { entries, rest, isNamed } = found;
  const facts = [];
  for (const asked of entries) {
    const fact = asksWho(rest) ? whoFact(asked) : chooseFact(rest, await readFacts(asked), { isNamed });
    if (!fact) return null;
    facts.push({
      fact,
      kind: asked.kind,
      path: asked.entry.path,
      title: titleOf(asked),
      value: textOf(fact),
    });
  }
  const [first, ...others] = facts;
  if (!first) return null;
  const { fact, kind, path, title, value } = first;
  if (others.length === 0) {
    const page = new URL(path, siteUrl).href;
    const last = fact.more?.at(-1)?.value ?? fact.value;
    const url = fact.path?.startsWith('#') ? page + fact.path : linkToParts(page, [fact.name, last]);
    return { text: `${fact.name}: ${value}`, url, title, heading: '', kind: 'fact' };
  }
  const isSame = others.every((other) => other.value === value);
  const values = isSame ? value : facts.map(factOfEntry).join('; ');
  if (values.length > maxLength || others.some((other) => other.kind !== kind)) return null;
  // The page that lists the entries.
  const url = new URL(path.replace(/[#/][^#/]*$/, ''), siteUrl).href;
  const text = `${fact.name}: ${values}`;
  return { text, url, title: listAnd(facts.map((each) => each.title)), heading: '', kind: 'fact' };
}

function titleOf({ entry: { data } }: Asked): string {
  return 'title' in data ? data.title : data.name;
}

/** All entries with their names. */
async function listNamed(): Promise<NamedEntry<Asked>[]> {
  const [courses, programs, events, people] = await Promise.all([
    listEntries('courses'),
    listEntries('programs'),
    listEntries('events'),
    listEntries('people'),
  ]);
  return [
    ...courses.map((entry) =>
      named({ kind: 'course', entry }, [
        ...namesOfTitle(entry.data.title),
        entry.data.code,
        spaced(entry.data.code),
      ]),
    ),
    ...programs.map((entry) =>
      named({ kind: 'program', entry }, [
        entry.data.title,
        entry.data.award,
        levelAndAward(entry.data).award,
      ]),
    ),
    ...events.map((entry) => named({ kind: 'event', entry }, namesOfTitle(entry.data.title))),
    ...people.map((entry) => named({ kind: 'person', entry }, [entry.data.name, entry.data.role])),
  ];
}

function named(entry: Asked, names: readonly string[]): NamedEntry<Asked> {
  return { entry, names };
}

/** `SOIL 101` */
function spaced(code: string): string {
  return code.replace(/(?<=\p{L})(?=\d)/u, ' ');
}

function whoFact({ kind, entry }: Asked): Fact | undefined {
  return kind === 'person' ? { name: entry.data.name, value: entry.data.role } : undefined;
}

async function readFacts({ kind, entry }: Asked): Promise<Fact[]> {
  switch (kind) {
    case 'course': {
      const people = await findPeople(entry.data.people);
      return [
        ...(await readCourseFacts(entry)),
        ...ofRuns(names.seats, entry, ({ seats }) => String(seats)),
        ...ofRuns(names.modes, entry, ({ mode }) => institute().modes[mode] ?? mode),
        ...valueFact(names.teaches, people.map(({ data }) => data.name).join(', ')),
      ];
    }
    case 'program': {
      const { lead, entryRequirements } = entry.data;
      return [
        ...(await readProgramFacts(entry)).filter(({ name }) => name !== panel.entry),
        { name: panel.entry, value: entryRequirements.join(' '), more: [] },
        { name: courseFactsText.names.level, value: levelAndAward(entry.data).level },
        ...valueFact(names.leads, (await findPerson(lead))?.data.name),
      ];
    }
    case 'event':
      return listEventFacts({ ...entry.data, isPast: isOver(entry.data, today()) });
    case 'person':
      return [
        ...valueFact(names.email, entry.data.email),
        ...valueFact(names.telephone, entry.data.telephone),
      ];
  }
}

function valueFact(name: string, value: string | undefined): Fact[] {
  return value ? [{ name, value }] : [];
}

/** A value of each run, which a section of the page shows: `Summer 2027: 16; Autumn 2027: 12`. */
function ofRuns(name: string, course: CourseEntry, valueOf: (run: FinderRun) => string): Fact[] {
  const runs = toFinderCourses([course]).flatMap((each) => each.runs);
  const values = runs.map((run) => factOfEntry({ title: run.termTitle, value: valueOf(run) }));
  return valueFact(name, values.join('; ')).map((fact) => ({ ...fact, path: '#terms-and-places' }));
}
