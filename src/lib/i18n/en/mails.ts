import { listAnd } from '#lib/i18n/format.ts';

type Registration = { reference: string; term: { title: string } };
type Course = { code: string; title: string };

/** Lines about a registration in several emails. */
export const registrationMailText = {
  toStudent: ({ givenName, familyName }: { givenName: string; familyName: string }) =>
    `Dear ${givenName} ${familyName},`,
  toRegistrar: 'To the registrar:',
  course: ({ code, title }: Course) => `${code} ${title}`.trim(),
  longFact: ({ label, text }: { label: string; text: string }) => `${label}:\n${text}`,
  yours: 'Your registration',
  labels: { reference: 'Reference', term: 'Term', withdrawUntil: 'Withdraw until', seat: 'Seat' },
  term: ({ title, starts, ends }: { title: string; starts: string; ends: string }) =>
    `${title}, ${starts} to ${ends}`,
  seat: { held: 'Held', waiting: 'On the waiting list' },
  isRequest: 'This is a request. The registrar will confirm your seats by email.',
} as const;

export const receiptText = {
  subject: ({ reference }: Registration) => `We have your registration ${reference}`,
  subjectToConfirm: ({ reference }: Registration) => `Confirm your registration ${reference}`,
  received: ({ reference, term }: Registration) =>
    `We have received your registration for ${term.title}. Your reference is ${reference}.`,
  asked: 'You asked for:',
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
  withdrawLink: 'Withdraw this registration',
} as const;

/** In emails to the registrar and the office. */
export const officeMailText = { open: 'Open it on the staff pages' } as const;

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
  noticeSubject: ({ reference, term }: Registration) => `Confirmed late: ${reference}, ${term.title}`,
  notice: ({ hours }: { hours: number }) =>
    `A student has confirmed a registration after more than ${hours} hours. It has the seats that were free, and is on the waiting list for the rest.`,
} as const;

/** What emails say about a course in a term. */
export const courseDetailsText = {
  online: 'Online',
  labels: {
    times: 'Days and times',
    starts: 'Starts',
    place: 'Place',
    fee: 'Fee',
    askedFor: 'You asked for',
  },
  groupLabel: (number: number) => `Group ${number}`,
  times: (times: readonly string[]) => listAnd(times),
  group: ({ starts, times, place }: { starts: string; times: readonly string[]; place: string }) =>
    `${[listAnd(times), `from ${starts}`].filter((part) => part !== '').join(', ')}${place && `. ${place}`}`,
} as const;

/** The email about the registrar's decisions. */
export const decisionMailText = {
  subject: ({ reference, term }: Registration) => `Your courses in ${term.title}: ${reference}`,
  decided: ({ reference, term }: Registration) =>
    `We have decided about your registration ${reference} for ${term.title}. This holds now, and replaces our earlier emails about it:`,
  decision: 'Decision',
  decisions: {
    place: 'You have a place',
    waiting: 'You are on the waiting list',
    refused: 'We can’t give you a place',
    none: 'Not decided yet',
  },
  reason: ({ courses, reason }: { courses: readonly string[]; reason: string }) =>
    `About ${listAnd(courses)}: ${reason}`,
  place: 'Your place is fixed: you don’t need to confirm it.',
  otherCourse: ({ until }: { until: string }) =>
    `If we can’t give you a place, you can register for another course until ${until}:`,
  coursesLink: 'Find a course',
  others: 'Your other registrations for this term stay as they are:',
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
  /** The line that it is about; empty if it is about the whole entry. */
  quote: string;
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
  comment: ({ path, quote, text, by_name: name, by_email: email }: ReviewComment) =>
    `${name || email} about ${path}${quote === '' ? '' : `, “${quote}”`}:\n${text}`,
  facts: ({ title, by, at }: ReviewMail & { at: string }) =>
    [
      { label: 'Changes', text: title },
      { label: 'By', text: by },
      { label: 'Published on', text: at },
    ].filter(({ text }) => text !== ''),
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
  facts: ({ title, by, path }: TakenBack) => [
    { label: 'Changes', text: title },
    { label: 'File', text: path },
    { label: 'By', text: by },
  ],
  next: 'It is back with its authors. When they submit it again, it needs another review.',
  link: 'Look at the changes',
} as const;

/** The email of `lectern send-test-mail`. */
export const testMailText = {
  subject: ({ siteName }: Institute) => `Test email of ${siteName}`,
  greeting: 'Hello,',
  works: ({ siteUrl }: { siteUrl: string }) =>
    `This email shows that ${siteUrl} can send emails. Someone who operates the site has sent it.`,
  facts: ({ siteUrl, from }: { siteUrl: string; from: string }) => [
    { label: 'Website', text: siteUrl },
    { label: 'Sender', text: from },
  ],
} as const;
