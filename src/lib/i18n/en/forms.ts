import { askingWords, failedOnOurSide, suggestionIn } from './errors.ts';
import { listAnd, listOr, plural } from '#lib/i18n/format.ts';

type Institute = { name: string; shortName: string };
type Term = { title: string };
type Hours = { hours: number };

/** Texts of all forms. Labels and hints of fields are in the form's definition, `src/lib/forms/*-form.ts`. */
export const formText = {
  optional: ({ label }: { label: string }) => `${label} (optional)`,
  withExample: ({ hint, example }: { hint: string; example: string }) => `${hint}, like ${example}`,
  show: ({ count, isMore }: { count: number; isMore: boolean }) =>
    isMore ? `Show ${count} more to choose from` : `Show all ${count} to choose from`,
  challengeNeedsScript:
    'This form has to check that you are not a robot, and that needs JavaScript. You can [write to us](/contact) instead.',
  privacy: 'See [how we treat your data](/privacy).',
  linkDone: 'Done',
  linkNext: '[See all courses](/courses) or go [to the home page](/).',
} as const;

/** Texts next to a form. */
export const formAsideText = {
  next: 'What happens next',
  talk: 'Questions?',
  contact: ({ email, telephone }: { email: string; telephone: string }) =>
    `Would you rather talk to us? Write to [${email}](mailto:${email}) or ring [${telephone}](tel:${telephone.replaceAll(' ', '')}).`,
} as const;

type Problem = { fields: Readonly<Record<string, string>> };

/** The heading above the errors of a form, the prefix of the page's title, and the email address that is suggested. */
export function problemTexts({ fields }: Problem) {
  const errors = Object.values(fields);
  const isQuestion = errors.length > 0 && errors.every((error) => error.startsWith(askingWords));
  return {
    ...(isQuestion
      ? { heading: 'Is your email address right?', prefix: 'Question: ' }
      : { heading: 'There is a problem', prefix: 'Error: ' }),
    suggestion: suggestionIn(fields['email']),
  };
}

/** The button that sends the form with the suggested address. */
export const sendWithAddress = (suggestion: string) => `Send with ${suggestion}`;

/** The title of a page with a form. */
export function formTitle(title: string, problem: Problem | undefined): string {
  return problem ? problemTexts(problem).prefix + title : title;
}

/** Used by the forms' script in the browser. */
export const formStatus = {
  sending: 'Sending…',
  solveChallenge: 'Confirm that you are not a robot',
  tooMany: 'Too many requests from your network. What you typed is still here: try again in a minute.',
  failed: `${failedOnOurSide} What you typed is still here: try again in a minute.`,
  unreachable:
    'We can’t tell whether your form arrived, because the connection failed. What you typed is still here: send it again. We store the same request only once.',
} as const;

export const registerText = {
  title: 'Register for courses',
  description: ({ name }: Institute) => `Students of the ${name} register here for courses of the next term.`,
  lead: ({ sendsMail }: { sendsMail: boolean }) =>
    `For students who have a student number. Choose your courses, and the registrar will confirm your seats${sendsMail ? ' by email' : ''}. New here? [Apply instead](/apply).`,
  confirm: ({ hours }: Hours) =>
    `After you send the form, we email you a link. Open it and confirm within ${hours} hours to keep your seats.`,
  open: ({ title }: Term) => `Registration for ${title} is open until `,
  starts: ' The term starts on',
  notOffered: ({ courses }: { courses: readonly string[] }) =>
    `Not on offer in a term that is open for registration: ${courses.join(', ')}. See [all courses](/courses) for when they run.`,
  /** For a day without a course to register for. */
  closed: ({ terms }: { terms: readonly Pick<Term, 'title'>[] }) =>
    terms.length === 0
      ? 'No term is open for registration today.'
      : `No course is on offer in ${listOr(terms.map(({ title }) => title))}. See [all courses](/courses) for when they run.`,
  titleFor: ({ title }: { title: string }) => `Register for ${title}`,
  chosen: ({ count }: { count: number }) => plural(count, { one: 'Your course', other: 'Your courses' }),
  chosenHint: 'Untick a course that you don’t want.',
  more: 'More courses',
  person: 'About you',
  send: 'Send registration',
} as const;

export const coursePickerText = {
  search: 'Search these courses',
  subject: ({ subject, count }: { subject: string; count: number }) =>
    `${subject} (${plural(count, { one: '1 course', other: `${count} courses` })})`,
  level: ({ level }: { level: number }) => `Level ${level}`,
  credits: ({ level, credits }: { level: string; credits: number }) => `${level}, ${credits} credits`,
  offer: ({ fee, meetings }: { fee: string; meetings: readonly string[] }) => [fee, ...meetings].join('. '),
  inTerm: ({ term, offer }: { term: string; offer: string }) => `${term}: ${offer}`,
  online: 'Online',
  groups: ({ title }: { title: string }) => `Groups of ${title}`,
  groupsHint: 'Tick the groups that suit you, or none if all do:',
  group: ({ number, meeting }: { number: number; meeting: string }) => `Group ${number}: ${meeting}`,
  prerequisites: ({ courses }: { courses: readonly string[] }) => `Take first: ${listAnd(courses)}`,
} as const;

/** On staff pages and in emails to staff. */
export const registrationAnswersText = { groups: 'Groups asked for' } as const;

/** Used by the course picker's script in the browser. */
export const noCourseFound = 'No course matches. Try fewer or other words.';

/** Also used by the course picker's script in the browser. `courses` are codes. */
export const clashText = ({ courses }: { courses: readonly string[] }) =>
  `${listAnd(courses)} meet at the same time. Choose one of them.`;

/** Used by the course picker's script in the browser. */
export const courseTotals = ({ count, credits, fee }: { count: number; credits: number; fee: string }) =>
  count === 0
    ? 'Nothing chosen yet'
    : `${plural(count, { one: '1 course', other: `${count} courses` })}, ${credits} credits, ${fee}`;

/** Sentences that are also in the receipt by email are in `receiptText`. */
export const sentToText = {
  sentTo: 'Our emails go to',
  mistyped: 'Mistyped? Send the form again',
  correct: 'Mistyped? Correct the address',
} as const;

export const correctionText = {
  title: 'Correct your email address',
  description: 'The page to correct the email address of a registration that was just sent.',
  lead: ({ email }: { email: string }) =>
    `We wrote to ${email}. Enter the right address, and we write to it instead. You get a new reference. If you sent the form once, you keep your seats.`,
  send: 'Correct the address',
  same: 'We have this address already. Enter another one',
} as const;

export const registrationReceivedText = {
  title: 'We have your registration',
  description: 'The receipt of a course registration.',
  reference: 'Your reference is',
  confirm: ({ hours }: Hours) => `Confirm your registration within ${hours} hours.`,
  confirmHow:
    'We have sent you an email with a link. We hold your seats until then. If you confirm later, you get a seat if one is free, or a place on the waiting list. The email also has a link to withdraw.',
  courses: ({ term }: { term: string }) => `What you asked for in ${term}`,
  /** After the course. */
  groups: ({ groups }: { groups: readonly number[] }) =>
    `(${listOr(groups.map((number) => `group ${number}`))})`,
  waitingList: '(waiting list)',
  total: ({ credits, fee }: { credits: number; fee: string }) =>
    `${credits} credits in all, ${fee}. You pay nothing before your seats are confirmed.`,
  before: 'Before you start',
  print: 'Print this page',
  questions: ({ email }: { email: string }) =>
    `Questions? Write to [${email}](mailto:${email}) and give your reference.`,
  register: '[Register for courses](/register)',
} as const;

export const newsletterText = {
  title: 'Newsletter',
  description: ({ name }: Institute) => `Sign up for the newsletter of the ${name}.`,
  lead: ({ shortName }: Institute) =>
    `What is new at ${shortName}, about once a month. You can unsubscribe at any time.`,
  /** The lead while no mail server is configured. */
  leadWithoutMail: ({ days, email }: { days: number; email: string }) =>
    `This website sends no emails at the moment, so a sign-up brings you no newsletter. Our staff can see your address for ${days} days. To be sure, [write to us](mailto:${email}).`,
  form: 'Sign up for the newsletter',
  send: 'Sign up',
} as const;

export const newsletterReceivedText = {
  title: 'Thank you',
  description: 'The next step after a sign-up for the newsletter.',
  confirm: 'Check your inbox: we have sent you a link. You get the newsletter once you open it and confirm.',
  withoutMail: ({ days, email }: { days: number; email: string }) =>
    `We have your address, and our staff can see it for ${days} days. This website sends no emails at the moment, so nothing arrives by itself. To be sure, [write to us](mailto:${email}).`,
  noEmail: ({ email }: { email: string }) =>
    `No email? If this address was entered before, we may wait before we write to it again: an hour, or longer after someone has unsubscribed it. You can also [write to us](mailto:${email}).`,
  home: 'Go [to the home page](/)',
} as const;

/** Pages that links in emails lead to. Each acts when its button is pressed. */
export const confirmRegistrationText = {
  title: 'Confirm your registration',
  description: 'The link in the email about a registration leads to this page.',
  question: 'Press the button to confirm that you registered. If you did not, close this page.',
  action: 'Confirm my registration',
} as const;

type Confirmed = { reference: string; seats: readonly string[]; waitingList: readonly string[] };

export function registrationConfirmed({ reference, seats, waitingList }: Confirmed): string {
  return [
    `Your registration ${reference} is confirmed.`,
    ...(seats.length > 0 ? [`We hold a seat for you in ${listAnd(seats)}.`] : []),
    ...(waitingList.length > 0 ? [`You are on the waiting list for ${listAnd(waitingList)}.`] : []),
    'The registrar will confirm your seats by email.',
  ].join(' ');
}

export const withdrawRegistrationText = {
  title: 'Withdraw your registration',
  description: 'The link in a registration’s receipt leads to this page.',
  question:
    'Press the button to withdraw the registration. You can register again while registration is open.',
  action: 'Withdraw my registration',
} as const;

export const registrationWithdrawn = ({ reference }: { reference: string }) =>
  `Your registration ${reference} is withdrawn.`;

export const confirmSignupText = {
  title: 'Confirm your sign-up',
  description: 'The link in the newsletter’s first email leads to this page.',
  question: 'Press the button to get our newsletter at your address.',
  action: 'Confirm my sign-up',
} as const;

export const signupConfirmed = 'You are on the list. Each email has a link to unsubscribe.';

export const unsubscribeText = {
  title: 'Unsubscribe',
  description: 'The link to leave the newsletter leads to this page.',
  question: 'Press the button to stop getting our newsletter.',
  action: 'Unsubscribe',
} as const;

export const unsubscribedText = {
  done: 'We have taken your address off our newsletter’s list. You may still get an issue that is being sent at this moment.',
  ifEnteredAgain:
    'If someone enters your address again, we may send you one email about it, but not within the next hour. After that we wait at least a day before the next one, then 7 days, then 30 days each time.',
} as const;
