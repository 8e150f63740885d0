import { listAnd } from '#lib/i18n/format.ts';

type Registration = { reference: string; term: { title: string } };
type Course = { code: string; title: string; isWaiting?: boolean };

/** Lines about a registration in several emails. */
export const registrationMailText = {
  toStudent: ({ givenName, familyName }: { givenName: string; familyName: string }) =>
    `Dear ${givenName} ${familyName},`,
  toRegistrar: 'To the registrar:',
  course: ({ code, title, isWaiting = false }: Course) =>
    `${code} ${title}${isWaiting ? ' (waiting list)' : ''}`,
  fact: ({ label, text }: { label: string; text: string }) => `${label}: ${text}`,
  longFact: ({ label, text }: { label: string; text: string }) => `${label}:\n${text}`,
  labels: { reference: 'Reference', term: 'Term', course: 'Course' },
  isRequest: 'This is a request. The registrar will confirm your seats by email.',
} as const;

export const receiptText = {
  subject: ({ reference }: Registration) => `We have your registration ${reference}`,
  subjectToConfirm: ({ reference }: Registration) => `Confirm your registration ${reference}`,
  received: ({ reference, term }: Registration) =>
    `We have received your registration for ${term.title}. Your reference is ${reference}. You asked for:`,
  confirm: ({ hours }: { hours: number }) =>
    `Confirm your registration within ${hours} hours of this email. We hold your seats until then:`,
  confirmLink: 'Confirm this registration',
  confirmLate:
    'You can still confirm later. You then get a seat if one is free, or a place on the waiting list.',
  ignore: 'If you did not register, do nothing.',
  waiting: ({ courses }: { courses: readonly string[] }) =>
    `${listAnd(courses)} ${courses.length === 1 ? 'is' : 'are'} full, so you are on the waiting list.`,
  prerequisites: ({ code, requires }: { code: string; requires: readonly string[] }) =>
    `${code} builds on ${listAnd(requires)}. If you have not taken that yet, talk to us before the term starts.`,
  withdraw: ({ until }: { until: string }) => `You can withdraw your registration until ${until}:`,
  withdrawLink: 'Withdraw this registration',
} as const;

export const registrationNoticeText = {
  subject: ({ reference, term }: Registration) => `Registration ${reference}, ${term.title}`,
  received: 'A student has registered.',
  receivedUnconfirmed: 'A student has registered. The email address is not confirmed yet.',
  replaces: ({ reference }: { reference: string }) =>
    `The student has corrected a mistyped address: this registration takes the place of ${reference}, which is withdrawn.`,
} as const;

export const withdrawalMailText = {
  subject: ({ reference }: Registration) => `Your registration ${reference} is withdrawn`,
  byStudent: ({ reference, term }: Registration) =>
    `You have withdrawn your registration ${reference} for ${term.title}. We no longer hold a seat for you in:`,
  byRegistrar: ({ reference, term }: Registration) =>
    `The registrar has withdrawn your registration ${reference} for ${term.title}. We no longer hold a seat for you in:`,
  registerAgain: 'You can register again on our website while registration is open.',
  mistake: 'If you think that this is a mistake, write to us and give your reference.',
  noticeSubject: ({ reference, term }: Registration) => `Withdrawn: ${reference}, ${term.title}`,
  notice: 'A student has withdrawn a registration.',
} as const;

export const seatsMailText = {
  subjectConfirmed: ({ reference }: Registration) => `You have confirmed your registration ${reference}`,
  subjectChanged: ({ reference }: Registration) => `Your registration ${reference} has changed`,
  now: ({ reference, term }: Registration) => `Your registration ${reference} for ${term.title} now has:`,
  course: ({ code, title, isWaiting }: Course) =>
    `${code} ${title}: ${isWaiting ? 'a place on the waiting list' : 'a seat'}`,
  noticeSubject: ({ reference, term }: Registration) => `Confirmed late: ${reference}, ${term.title}`,
  notice: ({ hours }: { hours: number }) =>
    `A student has confirmed a registration after more than ${hours} hours. It has the seats that were free, and is on the waiting list for the rest.`,
} as const;

type Decided = {
  code: string;
  title: string;
  decision: 'place' | 'waiting' | 'refused' | null;
  /** Days, place and fee; '' without them. */
  details: string;
};

const decidedAs = {
  place: 'you have a place',
  waiting: 'you are on the waiting list',
  refused: 'we can’t give you a place',
} as const;

/** What an email says about a course in which the student has a place. */
export const courseDetailsText = {
  online: 'online',
  group: ({ starts, times, place }: { starts: string; times: readonly string[]; place: string }) =>
    [`from ${starts}`, listAnd(times), place].filter((part) => part !== '').join(', '),
  course: ({ groups, fee }: { groups: readonly string[]; fee: string }) =>
    groups.length === 1
      ? `It meets ${groups[0]}. It costs ${fee}.`
      : `It meets in groups: ${groups.join('; or ')}. It costs ${fee}.`,
} as const;

/** The email about the registrar's decisions. */
export const decisionMailText = {
  subject: ({ reference, term }: Registration) => `Your courses in ${term.title}: ${reference}`,
  decided: ({ reference, term }: Registration) =>
    `We have decided about your registration ${reference} for ${term.title}. This holds now, and replaces our earlier emails about it:`,
  course: ({ code, title, decision, details }: Decided) =>
    `${code} ${title}: ${decision === null ? 'not decided yet' : decidedAs[decision]}${details && `. ${details}`}`,
  reason: ({ courses, reason }: { courses: readonly string[]; reason: string }) =>
    `About ${listAnd(courses)}: ${reason}`,
  place: 'Your place is fixed: you don’t need to confirm it.',
  otherCourse: ({ until }: { until: string }) =>
    `If we can’t give you a place, you can register for another course until ${until}:`,
  coursesLink: 'Find a course',
  others: 'Your other registrations for this term stay as they are:',
  other: ({ reference, course }: { reference: string; course: string }) => `${reference}: ${course}`,
  questions: ({ reference, contactEmail }: { reference: string; contactEmail: string }) =>
    `If you have questions, write to ${contactEmail} and give your reference ${reference}.`,
  waiting: 'If a place becomes free, we write to you again.',
  withdraw: 'If you can’t come, please withdraw by this link. Someone else may be waiting:',
} as const;

type Institute = { siteName: string };

export const signupMailText = {
  greeting: 'Hello,',
  unsubscribe: 'Unsubscribe',
  confirmSubject: ({ siteName }: Institute) => `Confirm your sign-up for news from ${siteName}`,
  confirm:
    'Someone has signed up for our newsletter with this address. If it was you, confirm it within seven days:',
  confirmLink: 'Confirm my sign-up',
  ignore:
    'If it was not you, do nothing: we send no newsletter to an address that is not confirmed. If you don’t want to be asked again, unsubscribe.',
  knownSubject: ({ siteName }: Institute) => `You already get news from ${siteName}`,
  known:
    'Someone has signed up for our newsletter with this address. You already get it, so there is nothing to do.',
} as const;

type ReviewComment = {
  path: string;
  line: number | null;
  text: string;
  by_name: string;
  by_email: string;
};
type ReviewMail = { title: string; by: string };

/** Emails about the review of changes. */
export const reviewMailText = {
  subjects: {
    submitted: (title: string) => `Please review: ${title}`,
    returned: (title: string) => `Returned to you: ${title}`,
    approved: (title: string) => `Approved: ${title}`,
    scheduled: (title: string) => `Approved and scheduled: ${title}`,
    failed: (title: string) => `Not published: ${title}`,
  },
  sentences: {
    submitted: ({ title, by }: ReviewMail) => `${by} submitted “${title}” for review:`,
    returned: ({ title, by }: ReviewMail) => `${by} returned “${title}” with this message:`,
    approved: ({ title, by }: ReviewMail) => `${by} approved “${title}”. Readers will see it in a moment.`,
    scheduled: ({ title, by, at }: ReviewMail & { at: string }) =>
      `${by} approved “${title}”. It will be published on ${at}.`,
    failed: ({ title }: ReviewMail) => `“${title}” could not be published:`,
  },
  comment: ({ path, line, text, by_name: name, by_email: email }: ReviewComment) =>
    `${name || email} about ${path}${line === null ? '' : `, line ${line}`}: ${text}`,
  link: 'Look at the changes',
  turnOff: 'Turn off emails about changes',
} as const;

type TakenBack = { title: string; by: string; path: string };

/** The email to a reviewer when someone edits changes that they approved or returned. */
export const takenBackText = {
  subject: ({ title }: { title: string }) => `Changed since you reviewed it: ${title}`,
  greeting: ({ name }: { name: string }) => (name === '' ? 'Hello,' : `Hello ${name},`),
  approved: ({ title, by, path }: TakenBack) =>
    `You approved “${title}”. Since then, ${by} changed, added or discarded ${path}, so your approval no longer counts and nothing of it will be published.`,
  returned: ({ title, by, path }: TakenBack) =>
    `You returned “${title}”, and it was submitted for review again. Since then, ${by} changed, added or discarded ${path}, so there is nothing to review for now.`,
  next: 'It is back with its authors. When they submit it again, it needs another review.',
  link: 'Look at the changes',
} as const;

/** The email of `lectern send-test-mail`. */
export const testMailText = {
  subject: ({ siteName }: Institute) => `Test email of ${siteName}`,
  greeting: 'Hello,',
  works: ({ siteUrl }: { siteUrl: string }) =>
    `This email shows that ${siteUrl} can send emails. Someone who operates the site has sent it.`,
} as const;
