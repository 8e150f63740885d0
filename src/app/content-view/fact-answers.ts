import { institute } from '#lib/content/current-institute.ts';
import { formatTown } from '#lib/content/format-address.ts';
import { formatDay } from '#lib/content/formats.ts';
import {
  asksWho,
  chooseFact,
  findNamedEntries,
  takeTermWords,
  textOf,
  type NamedEntry,
} from '#lib/finder/fact-answer.ts';
import { answerTermQuestion } from '#lib/finder/term-answer.ts';
import {
  factOfEntry,
  factOfTerm,
  instituteFactNames,
  instituteQuestions,
  instituteWords,
  littleWords,
  namesOfTitle,
  studyWords,
} from '#lib/i18n/en/fact-questions.ts';
import { calendarText } from '#lib/i18n/en/pages.ts';
import { listAnd } from '#lib/i18n/format.ts';
import { splitSentences } from '#lib/i18n/sentences.ts';
import { splitWords } from '#lib/i18n/split-words.ts';
import type { QuotedAnswer } from '#lib/search/answer.ts';
import { linkToParts } from '#lib/search/text-link.ts';
import { listEntries, terms, today } from './content.ts';
import { cancelledFact, readFacts, readTermFacts, valueFact, whoFact, type Asked } from './entry-facts.ts';
import { levelAndAward } from './program-page.ts';

/** A question that means more entries asks for a list. */
const maxEntries = 3;
/** In characters, for the facts of several entries. */
const maxLength = 320;
/** The page that shows the dates of terms. */
const calendarPath = '/calendar';
/** Like every page, it ends with the telephone number and the addresses of the institute. */
const homePath = '/';

/**
 * Answers a question about one fact: of an entry, such as the fee of a course, of a term, or of the institute. Null for
 * any other text.
 */
export async function readFactAnswer(question: string, siteUrl: string): Promise<QuotedAnswer | null> {
  return (
    (await readEntryAnswer(question, siteUrl)) ??
    // People tell what they look for before they ask.
    (await readEntryAnswer(splitSentences(question).at(-1) ?? '', siteUrl)) ??
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
  const found = findNamedEntries(question, await listNamed(question));
  if (!found || found.entries.length > maxEntries) return null;
  const { entries, isNamed } = found;
  const term = takeTermWords(
    found.rest,
    terms().map(({ title }) => title),
  );
  const rest = term?.rest ?? found.rest;
  const facts = [];
  for (const asked of entries) {
    const listed = term ? readTermFacts(asked, term.isMeant) : await readFacts(asked);
    const fact =
      (term && cancelledFact(asked, term.isMeant)) ??
      (asksWho(rest) ? whoFact(asked) : chooseFact(rest, listed, { isNamed }));
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
    const text = term ? factOfTerm({ name: fact.name, value }) : `${fact.name}: ${value}`;
    return { text, url, title, heading: '', kind: 'fact' };
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
async function listNamed(question: string): Promise<NamedEntry<Asked>[]> {
  const isAboutStudy = splitWords(question).some((word) => studyWords.has(word));
  const [courses, programs, events, people] = await Promise.all([
    listEntries('courses'),
    listEntries('programs'),
    listEntries('events'),
    listEntries('people'),
  ]);
  return [
    ...courses.map((entry) => ({
      entry: { kind: 'course' as const, entry },
      names: [...namesOfTitle(entry.data.title), entry.data.code, spaced(entry.data.code)],
      isShortened: isAboutStudy,
    })),
    ...programs.map((entry) => ({
      entry: { kind: 'program' as const, entry },
      names: [entry.data.title, entry.data.award, levelAndAward(entry.data).award],
      isShortened: isAboutStudy,
    })),
    ...events.map((entry) => ({
      entry: { kind: 'event' as const, entry },
      names: namesOfTitle(entry.data.title),
    })),
    ...people.map((entry) => ({
      entry: { kind: 'person' as const, entry },
      names: [entry.data.name, entry.data.role],
      isShortened: true,
    })),
  ];
}

/** `SOIL 101` */
function spaced(code: string): string {
  return code.replace(/(?<=\p{L})(?=\d)/u, ' ');
}
