import { courseFactsText, programFactsText } from './finder.ts';
import { eventText } from './studies.ts';

const [course, program, event] = [courseFactsText.names, programFactsText.names, eventText.facts];

/** The facts of people. */
export const personFactNames = {
  email: 'Email',
  telephone: 'Telephone',
  teaches: 'Who teaches it',
  leads: 'Led by',
} as const;

/** What is asked about an entry, in folded words, and the names of the facts that answer it. The first that fits counts. */
export const factQuestions: readonly { asked: RegExp; names: readonly string[]; has?: RegExp }[] = [
  { asked: /\b(?:how much|fees?|costs?|prices?|charges?)\b/gu, names: [course.price, event.fee] },
  {
    asked: /\b(?:who (?:teaches|leads|runs)|teach(?:es|ers?)?|lecturers?|tutors?|led|leads|taught by)\b/gu,
    names: [personFactNames.teaches, personFactNames.leads],
  },
  {
    asked: /\b(?:entry|entrance|admission|requirements?|prerequisites?|qualifications?)\b/gu,
    names: [course.entry],
  },
  { asked: /\b(?:how many|credits?)\b/gu, names: [course.level, program.length], has: /credit/u },
  { asked: /\b(?:how long|length|duration|lasts?|take)\b/gu, names: [course.length] },
  {
    asked: /\b(?:(?:when|dates?|next)\b.*\b)?(?:starts?|begins?|starting|dates?)\b/gu,
    names: [course.start, program.start, event.when],
  },
  { asked: /\b(?:when|meets?|days?|times?|timetable)\b/gu, names: [course.days, event.when] },
  { asked: /\b(?:where|place|room|venue|location|held)\b/gu, names: [course.place, event.where] },
  { asked: /\b(?:emails?|e mail|mail|contact|reach|address)\b/gu, names: [personFactNames.email] },
  { asked: /\b(?:phone|telephone|number|ring|call)\b/gu, names: [personFactNames.telephone] },
];

/** Asks for the name of somebody with a role, or for the role of somebody. */
export const whoQuestion = /\bwhos?\b/gu;

/** Words that name the kind of an entry. */
export const entryWords: ReadonlySet<string> = new Set(
  'course courses class classes lesson lessons module programme program event lecture degree total price next please tell meet taught happen happens find'.split(
    ' ',
  ),
);
