import { splitSentences } from '#lib/i18n/sentences.ts';

/**
 * What an answer must be: a text with an amount, a time, a number or a name, a yes or no, a place, an instruction or a list
 * of things, or a reason. Undefined for other questions.
 */
type QuestionKind =
  | 'amount'
  | 'time'
  | 'duration'
  | 'number'
  | 'person'
  | 'whether'
  | 'place'
  | 'steps'
  | 'things'
  | 'reason';

const opening = /^(?:(?:and|so|but|hi|hello|please|ok|right|now|fine)[,.! ]+)+/iu;
const questionStart =
  /^(?:who(?:s|’s|'s|se)?|what(?:s|’s|'s)?|when(?:s|’s|'s)?|where(?:s|’s|'s)?|why|how|which|can|could|do|does|did|is|are|am|may|must|should|will|would|has|have)\s/iu;
/** “May” is a month beside a number only. */
const months = String.raw`january|february|march|april|may(?= \d)|(?<=\d )may|june|july|august|september|october|november|december`;
const numberWords =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|half|no|fortnight|an hour|a (?:day|week|month|term|year)';

const kinds: readonly [QuestionKind, RegExp][] = [
  ['reason', /^(?:why|how come)\b/iu],
  [
    'amount',
    /\b(?:how much (?:is|are|does|do|will|would|for)|what (?:is|are) the (?:fees?|cost|price|charge)|what does .* cost|cost of|price of)\b/iu,
  ],
  ['time', /^(?:when|(?:at )?what time|what day|which day|on (?:what|which) days?|from when|until when)\b/iu],
  ['duration', /\bhow long\b/iu],
  [
    'number',
    /\bhow (?:many|high|far|fast|old|deep|big|large|often)\b|\b(?:biggest|largest|maximum|minimum|highest) |\bpass mark\b|\bwhat (?:mark|grade|percentage|age|size|temperature|speed|depth)\b/iu,
  ],
  ['person', /^(?:who(?:s|’s|'s)|who (?:is|was|teaches|leads|runs|wrote|founded)) /iu],
  [
    'things',
    /^what (?:do|should|must|can) (?:i|we|you) (?:(?:need|have) to )?(?:bring|wear|pack)\b|^what do (?:i|we) need (?:for|on|at)\b/iu,
  ],
  ['steps', /^how (?:do|can|could|should|must) (?:i|you|we)\b|\bwhat (?:do|should|must|can) (?:i|we) do\b/iu],
  ['whether', /^(?:can|could|may|must|should|do|does|is|are|am|will) /iu],
  ['place', /^where (?:is|are|can|do|does|should) /iu],
];

const verbs = `add apply ask attach book bring call choose click collect come complete contact download email enter fill
  find follow give go hand keep log look make meet open pay phone post print put read register report request ring save see
  send set sign speak start submit take talk tell use visit wash wear write`;
const instruction = new RegExp(
  String.raw`^(?:please )?(?:first,? )?(?:${verbs.split(/\s+/).join('|')}) |^to \p{L}+ .*, (?:please )?(?:${verbs.split(/\s+/).join('|')}) `,
  'iu',
);

const needs: Partial<Record<QuestionKind, RegExp>> = {
  amount: /[£€$]\s?\d|\bfree\b|\bno (?:extra )?(?:fee|charge|cost)/iu,
  time: new RegExp(
    String.raw`\d{1,2}:\d{2}|\b(?:\d{1,2} )?(?:${months})\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bweeks?\b|\b(?:years?|months?|days?) (?:before|after)\b`,
    'iu',
  ),
  number: new RegExp(String.raw`\d|\b(?:${numberWords})\b`, 'iu'),
  duration:
    /\b(?:seconds?|minutes?|hours?|days?|nights?|weeks?|fortnight|months?|terms?|years?|metres?|kilometres?|k?m|miles?)\b/iu,
  person: /\p{Lu}[\p{Ll}’-]+ \p{Lu}[\p{Ll}’-]+/u,
  steps: instruction,
  reason: /\b(?:because|since|so that|therefore|that is why|reasons?|due to)\b/iu,
};
const maxSubjectWords = 3;
/** A sentence that repeats the question: “We publish how many there were.” */
const repeated = /\bhow (?:many|much|long|often)\b/iu;
/** The beginning of a title: “What the dipwells say”. */
const titleStart = /^(?:what|how|why|who|where|when) (?!you |we |do |does |is |are )/iu;

const definition =
  /^(?:what(?:s|’s|'s| is| are) |define )(?:an? )?(?!the )(.{2,40}?)\??$|^what (?:does|do) (?:an? |the )?(.{2,40}?) mean\??$/iu;

/** Misspelt words of questions that are words themselves, so that no dictionary corrects them. */
const slips = new Map(
  Object.entries({
    wat: 'what',
    wot: 'what',
    wen: 'when',
    wich: 'which',
    meny: 'many',
    mutch: 'much',
    dose: 'does',
    cours: 'course',
    corse: 'course',
    fone: 'phone',
    teecher: 'teacher',
    leeds: 'leads',
    u: 'you',
    ur: 'your',
  }),
);

/** Corrects the usual mistakes in the words with which people ask. */
export function correctQuestionWords(text: string): string {
  return text.replace(/[\p{L}\p{M}]+/gu, (word) => slips.get(word.toLowerCase()) ?? word);
}

/** What a question wants to have explained, such as “catena” in “what is a catena?”. */
export function subjectOf(question: string): string | undefined {
  const [, named, meant] = definition.exec(question.trim().replace(opening, '')) ?? [];
  const subject = named ?? meant;
  return subject === undefined || subject.split(' ').length > maxSubjectWords ? undefined : subject;
}

/** A pattern of sentences that say what a subject is. */
export function definitionOf(subject: string): RegExp {
  const name = subject
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => `${word.replace(/(?<=\p{L}{3})s$/u, '')}(?:e?s)?`)
    .join(String.raw`[^\p{L}\p{N}]+`);
  return new RegExp(
    String.raw`^(?:an? )?${name}(?: (?:is|are) (?:an?|the|one|any|when|where|what) | means? |: )|\b${name}, which (?:is|are|means?) |\bcalled (?:an? |the )?${name}(?![\p{L}\p{N}])|^(?:an? |the )?[^.,;:]+ \(${name}\) `,
    'iu',
  );
}

/** Whether a text asks something in a sentence, unlike a few words to search for. */
export function isQuestion(text: string): boolean {
  return /\p{L}\s.*\?\s*$/su.test(text) || questionStart.test(`${text.trim().replace(opening, '')} `);
}

/** Of several sentences, the last one is the question. */
export function kindOfQuestion(question: string): QuestionKind | undefined {
  const text = (splitSentences(question.trim()).at(-1) ?? '').replace(opening, '');
  return kinds.find(([, pattern]) => pattern.test(text))?.[0];
}

/** Whether a sentence has what a question of this kind asks for. */
export function canAnswer(sentence: string, kind: QuestionKind): boolean {
  return needs[kind]?.test(sentence) !== false && !titleStart.test(sentence) && !repeated.test(sentence);
}
