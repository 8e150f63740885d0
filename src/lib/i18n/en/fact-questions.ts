import { courseFactsText, programFactsText } from './finder.ts';
import { eventText } from './studies.ts';

const [course, program, event] = [courseFactsText.names, programFactsText.names, eventText.facts];

/** The facts that no panel shows. */
export const otherFactNames = {
  email: 'Email',
  telephone: 'Telephone',
  teaches: 'Who teaches it',
  seats: 'Seats',
  modes: 'Ways to study',
  leads: 'Led by',
  cancelled: 'Cancelled',
} as const;

/** What a question asks, in folded words, and the names of the facts that answer it. */
export type FactQuestion = { asked: RegExp; names: readonly string[]; has?: RegExp };

const ways = /\b(?:online|on site|in person|blended)\b/gu;

/** The questions about an entry. The first that fits counts. None takes words between its own, which may ask for another fact. */
export const factQuestions: readonly FactQuestion[] = [
  { asked: ways, names: [otherFactNames.modes] },
  { asked: ways, names: [program.place, event.where] },
  {
    asked: /\b(?:how (?:much(?: money)?|expensive)|fees?|tuition|costs?|prices?|charges?)\b/gu,
    names: [course.price, event.fee],
  },
  {
    asked: /\b(?:who (?:teaches|leads|runs)|teach(?:es|ers?)?|lecturers?|tutors?|led|leads|taught by)\b/gu,
    names: [otherFactNames.teaches, otherFactNames.leads],
  },
  {
    asked:
      /\b(?:entry|entrance|admission|requirements?|prerequisites?|qualifications?|(?:(?:other|another|study|do|know) )*before(?: (?:this|that))?)\b/gu,
    names: [course.entry],
  },
  {
    asked:
      /\b(?:(?:how many|maximum|number of) )?(?:seats|places|spaces|people|persons|students)\b|(?<=\b(?:seats|places|spaces|people|persons|students)\b.*)\bmaximum\b/gu,
    names: [otherFactNames.seats, event.seats],
  },
  { asked: /\b(?:how many|credits?)\b/gu, names: [course.level, program.length], has: /credit/u },
  {
    asked: /\b(?:how (?:long|many (?:weeks|months|years|hours))|length|duration|lasts?|take)\b/gu,
    names: [course.length],
  },
  { asked: /\b(?:levels?|awards?)\b/gu, names: [course.level] },
  {
    asked: /\b(?:what )?time\b|(?<=\btime\b.*)\b(?:starts?|begins?|ends?|finish(?:es)?)\b/gu,
    names: [course.days, event.when],
  },
  {
    asked:
      /\b(?:starts?|begins?|starting|dates?)\b|\b(?:when|next)\b(?=.*\b(?:starts?|begins?|starting|dates?)\b)/gu,
    names: [course.start, program.start, event.when],
  },
  {
    asked:
      /\b(?:where|place|room|venue|location|held)\b|(?<=\b(?:where|place|room|venue|location|held)\b.*)\bmeets?\b/gu,
    names: [course.place, event.where],
  },
  { asked: /\b(?:when|meets?|days?|times?|timetable)\b/gu, names: [course.days, event.when] },
  { asked: /\b(?:emails?|e mail|mail|contact|reach|address)\b/gu, names: [otherFactNames.email] },
  { asked: /\b(?:phone|telephone|number|ring|call)\b/gu, names: [otherFactNames.telephone] },
];

/** The names that people use for a title: `Open day` for “Open day in February”. */
export function namesOfTitle(title: string): string[] {
  const [short = '', after] = title.split(/: (?:the )?/iu);
  const name = after ?? short.split(/ (?:for|in) /u)[0] ?? '';
  const kind = after === undefined ? '' : short;
  return [title, ...[name, kind].filter((each) => each.includes(' '))];
}

/** A fact of one of several entries, or of one run: `Soil Health: £360`. */
export const factOfEntry = ({ value, title }: { value: string; title: string }) => `${title}: ${value}`;

/** A fact of the runs in a term: `Days, Spring 2027: Thursdays 10:00 to 13:00`. */
export const factOfTerm = ({ name, value }: { name: string; value: string }) => `${name}, ${value}`;

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
  'course courses class classes lesson lessons group groups module programme program event lecture degree total price next please need take join students tell meet taught happen happens find makes runs study day hour thank thanks',
);

/** Words with which people say that they mean a course or a programme, and not its subject. */
export const studyWords = words(
  'course courses class classes lesson lessons group groups module programme program diploma certificate degree',
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
