import { institute } from '#lib/content/current-institute.ts';
import { isOver } from '#lib/content/event.ts';
import { formatDay, formatMoney } from '#lib/content/formats.ts';
import { daysOf, placesOf, type Fact } from '#lib/finder/course-facts.ts';
import type { FinderRun } from '#lib/finder/courses.ts';
import { findCancelled } from '#lib/finder/fact-answer.ts';
import { listEventFacts } from '#lib/finder/event-facts.ts';
import { factOfEntry, otherFactNames as names } from '#lib/i18n/en/fact-questions.ts';
import { courseFactsText, programFactsText } from '#lib/i18n/en/finder.ts';
import {
  findPeople,
  findPerson,
  today,
  type CourseEntry,
  type EventEntry,
  type PersonEntry,
  type ProgramEntry,
} from './content.ts';
import { readCourseFacts } from './course-page.ts';
import { readFinderCourse } from './finder.ts';
import { levelAndAward, readProgramFacts } from './program-page.ts';

const panel = programFactsText.names;
/** The section of a course's page that lists its runs. */
const termsAnchor = '#terms-and-places';

/** An entry that a question is about. */
export type Asked =
  | { kind: 'course'; entry: CourseEntry }
  | { kind: 'program'; entry: ProgramEntry }
  | { kind: 'event'; entry: EventEntry }
  | { kind: 'person'; entry: PersonEntry };

/** The role of a person. */
export function whoFact({ kind, entry }: Asked): Fact | undefined {
  return kind === 'person' ? { name: entry.data.name, value: entry.data.role } : undefined;
}

/** The facts of an entry that its page shows. */
export async function readFacts({ kind, entry }: Asked): Promise<Fact[]> {
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

/** What the runs of a course in the meant terms have of their own. */
export function readTermFacts({ kind, entry }: Asked, isMeant: (termTitle: string) => boolean): Fact[] {
  if (kind !== 'course') return [];
  const { modes } = institute();
  const of = (name: string, valueOf: (run: FinderRun) => string) =>
    ofRuns(name, entry, valueOf, ({ termTitle }) => isMeant(termTitle));
  return [
    ...of(names.seats, ({ seats }) => String(seats)),
    ...of(names.modes, ({ mode }) => modes[mode] ?? mode),
    ...of(courseFactsText.names.start, ({ starts }) => formatDay(starts)),
    ...of(courseFactsText.names.days, (run) => daysOf([run]).join(', ')),
    ...of(courseFactsText.names.place, (run) => placesOf([run], modes).join(', ')),
    ...of(courseFactsText.names.price, ({ fee }) => formatMoney(fee)),
  ];
}

/** What to do instead, if all runs of a course in the meant terms are cancelled. */
export function cancelledFact(
  { kind, entry }: Asked,
  isMeant: (termTitle: string) => boolean,
): Fact | undefined {
  if (kind !== 'course') return undefined;
  const run = findCancelled(readFinderCourse(entry), isMeant);
  if (!run) return undefined;
  const value = factOfEntry({ title: run.termTitle, value: run.instead });
  return { name: names.cancelled, value, path: termsAnchor };
}

/** A fact, if there is a value. */
export function valueFact(name: string, value: string | undefined): Fact[] {
  return value ? [{ name, value }] : [];
}

/** A value of each run, which a section of the page shows: `Summer 2027: 16; Autumn 2027: 12`. */
function ofRuns(
  name: string,
  course: CourseEntry,
  valueOf: (run: FinderRun) => string,
  isMeant: (run: FinderRun) => boolean = () => true,
): Fact[] {
  const runs = readFinderCourse(course).runs.filter(isMeant);
  const values = runs.map((run) => factOfEntry({ title: run.termTitle, value: valueOf(run) }));
  return valueFact(name, values.join('; ')).map((fact) => ({ ...fact, path: termsAnchor }));
}
