import { plural } from '#lib/i18n/format.ts';

type Retention = Readonly<
  Record<
    | 'registrations'
    | 'applications'
    | 'enquiries'
    | 'pendingSignups'
    | 'unsubscribedSignups'
    | 'mails'
    | 'heldMails'
    | 'staffLog'
    | 'insights',
    number
  >
>;

export const retentionText = {
  what: 'What',
  when: 'When it is deleted',
  rows: (days: Retention): [what: string, when: string][] => [
    ['A course registration', `${days.registrations} days after you sent it`],
    ['An application', `${days.applications} days after you sent it`],
    ['A question that you sent us with the form', `${days.enquiries} days after you sent it`],
    ['An unconfirmed newsletter sign-up', `${days.pendingSignups} days after it was last entered`],
    ['A confirmed newsletter sign-up', 'When you unsubscribe, except the address'],
    ['Your address after you unsubscribe', `${days.unsubscribedSignups} days after that`],
    [
      'A code calculated from that address, so that we do not write to it again',
      'When the address is signed up again and confirmed',
    ],
    [
      'The record of an email that we sent you',
      `${days.mails} days after it was written; its text is deleted once it is sent`,
    ],
    [
      'An email that we did not send because several went to the same address that day',
      `Its text and address after ${days.heldMails} days at the latest`,
    ],
    ['Our log of staff actions, which does not name you', `${days.staffLog} days`],
    [
      'The count of a search or a question without a result',
      `${days.insights} days after the day of the search`,
    ],
  ],
};

export const videoText = {
  link: ({ title }: { title: string }) => `Video: ${title}`,
  length: ({ minutes }: { minutes: number }) =>
    `(${minutes} ${plural(minutes, { one: 'minute', other: 'minutes' })})`,
  transcript: 'Read the transcript',
};

export const contactText = {
  /** The name of a contact without a person or a team. */
  name: 'Contact',
  email: 'Email:',
  telephone: 'Telephone:',
};
