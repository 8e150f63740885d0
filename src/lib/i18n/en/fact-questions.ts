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

/** What a question asks, in folded words, and the names of the facts that answer it. */
export type FactQuestion = { asked: RegExp; names: readonly string[]; has?: RegExp };

/** The questions about an entry. The first that fits counts. */
export const factQuestions: readonly FactQuestion[] = [
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

/** The facts of the institute. */
export const instituteFactNames = { email: 'Email', telephone: 'Telephone', address: 'Address' } as const;

/** The questions about the institute. */
export const instituteQuestions: readonly FactQuestion[] = [
  { asked: /\be ?mail(?: address)?\b/gu, names: [instituteFactNames.email] },
  {
    asked: /\b(?:(?:tele)?phone(?: number)?|contact number|number to (?:call|ring))\b/gu,
    names: [instituteFactNames.telephone],
  },
  {
    asked: /\b(?:(?:post(?:al)? )?address|postcode|where|located|location)\b/gu,
    names: [instituteFactNames.address],
  },
];

/** Names of the institute besides its own. */
export const instituteWords = ['institute', 'main office', 'reception'] as const;

/** Words that change nothing in a question about a term or the institute, folded. */
export const littleWords = words(
  'the a an of for in is are does do to at and will be your you i we us it can what whats',
);

/** Words of questions about the dates of terms, folded. A question with other words has no such answer. */
export const termQuestionWords = {
  register: words('register registering registration enrol enrolling enrolment enroll enrollment'),
  opens: words('open opens opening'),
  closes: words('close closes closing deadline latest until'),
  starts: words('start starts starting begin begins beginning first'),
  ends: words('end ends ending finish finishes over last'),
  term: words('term terms semester semesters teaching'),
  lessons: words('course courses class classes lesson lessons'),
  when: words('when whens date dates deadline'),
  day: words('day'),
  next: words('next'),
  little: littleWords,
} as const;

/** When teaching takes place, in front of its first and last day. */
export const teachingText = ({ title }: { title: string }) => `Teaching for ${title}`;
/** What stands between two days. */
export const untilText = ({ first, last }: { first: string; last: string }) => `${first} to ${last}`;

/** Asks for the name of somebody with a role, or for the role of somebody. */
export const whoQuestion = /\bwhos?\b/gu;

/** Words that name the kind of an entry. */
export const entryWords = words(
  'course courses class classes lesson lessons module programme program event lecture degree total price next please tell meet taught happen happens find',
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
