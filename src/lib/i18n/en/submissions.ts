import type { SubmissionName } from '#lib/forms/form-definition.ts';

type Institute = { name: string; shortName: string };
type Facts = { reference: string; topic: string | undefined };

type PageTexts = {
  title: string;
  description: (institute: Institute) => string;
  lead: string;
  /** Accessible name of the form. */
  form: string;
  send: string;
  received: {
    title: string;
    description: string;
    /** Shown if the site sends no email: the page is then the only receipt. */
    keep: string;
  };
  withdraw: { title: string; description: string; question: string; action: string };
  withdrawn: (facts: { reference: string }) => string;
};

/** The pages of applications and enquiries. */
export const submissionTexts = {
  application: {
    title: 'Apply',
    description: ({ name }) => `Apply to the ${name} for a programme or for your first courses.`,
    lead: 'For people who are new here. Choose a programme or the courses to begin with, and tell us about yourself. It takes about ten minutes and costs nothing. Already have a student number? [Register for courses](/register). Not sure yet? [Ask us by email](/enquire).',
    form: 'Apply',
    send: 'Send application',
    received: {
      title: 'We have your application',
      description: 'The receipt of an application.',
      keep: 'Keep the reference: it identifies your application.',
    },
    withdraw: {
      title: 'Withdraw your application',
      description: 'The link in an application’s receipt leads to this page.',
      question: 'Press the button to withdraw your application. You can apply again at any time.',
      action: 'Withdraw my application',
    },
    withdrawn: ({ reference }) => `Your application ${reference} is withdrawn.`,
  },
  enquiry: {
    title: 'Ask us by email',
    description: ({ name }) =>
      `Ask the people of the ${name} about a course, a programme or an open day. A person answers by email.`,
    lead: 'Ask about a course, a programme, an open day or anything else. A person answers by email. For an answer at once, try the [search](/search) or [ask this website](/ask).',
    form: 'Ask us by email',
    send: 'Send question',
    received: {
      title: 'We have your question',
      description: 'The receipt of a question.',
      keep: 'Keep the reference in case you write to us about it.',
    },
    withdraw: {
      title: 'Withdraw your question',
      description: 'The link in a question’s receipt leads to this page.',
      question: 'Press the button if you no longer need an answer. You can ask again at any time.',
      action: 'Withdraw my question',
    },
    withdrawn: ({ reference }) => `Your question ${reference} is withdrawn.`,
  },
} as const satisfies Record<SubmissionName, PageTexts>;

/** Options of the forms' lists. */
export const formOptionText = {
  course: ({ code, title }: { code: string; title: string }) => `${title} (${code})`,
  event: ({ title, day }: { title: string; day: string }) => `${title}, ${day}`,
  term: ({ title, day }: { title: string; day: string }) => `${title}, from ${day}`,
  courseFacts: ({ level, credits, fee }: { level: string; credits: number; fee: string }) =>
    `${level}, ${credits} credits, ${fee}`,
} as const;

/** The page after an application or a question was sent. */
export const submissionReceivedText = {
  reference: 'Your reference is',
  sent: 'We have sent you an email with the same reference and a link to withdraw. If it does not arrive within a few minutes, look in your spam folder.',
  next: 'What happens next',
  questions: ({ email }: { email: string }) =>
    `Want to add something? Write to [${email}](mailto:${email}) and give your reference.`,
  courses: '[See all courses](/courses)',
  form: ({ title, path }: { title: string; path: string }) => `[${title}](${path})`,
} as const;

/** The page after a form, without a receipt. */
export const noReceiptText = {
  title: 'No receipt',
  invalid:
    'There is no receipt to show at this address. If you were given a reference, we have received your form, and you need not send it again.',
  unavailable:
    'We can’t show the receipt at the moment. If you have a reference, we have what you sent. Try again in a minute.',
} as const;

type MailTexts = {
  receiptSubject: (facts: Facts) => string;
  received: (facts: Facts) => string;
  withdraw: string;
  withdrawLink: string;
  noticeSubject: (facts: Facts) => string;
  notice: string;
  withdrawnSubject: (facts: Facts) => string;
  withdrawn: (facts: Facts) => string;
  sendAgain: string;
  withdrawnNotice: string;
};

const about = (topic: string | undefined) => (topic === undefined ? '' : ` about “${topic}”`);

/** The emails of applications and enquiries. */
export const submissionMailTexts = {
  application: {
    receiptSubject: ({ reference }) => `We have your application ${reference}`,
    received: ({ reference, topic }) =>
      `Thank you for your application${topic === undefined ? '' : ` for the ${topic}`}. Your reference is ${reference}.`,
    withdraw: 'If you change your mind, you can withdraw your application:',
    withdrawLink: 'Withdraw this application',
    noticeSubject: ({ reference, topic }) => `Application ${reference}, ${topic ?? 'courses'}`,
    notice: 'Someone has applied.',
    withdrawnSubject: ({ reference }) => `Your application ${reference} is withdrawn`,
    withdrawn: ({ reference }) => `You have withdrawn your application ${reference}.`,
    sendAgain: 'You can apply again on our website at any time.',
    withdrawnNotice: 'An applicant has withdrawn an application.',
  },
  enquiry: {
    receiptSubject: ({ reference }) => `We have your question ${reference}`,
    received: ({ reference, topic }) =>
      `Thank you for your question${about(topic)}. Your reference is ${reference}.`,
    withdraw: 'If you no longer need an answer, you can withdraw your question:',
    withdrawLink: 'Withdraw this question',
    noticeSubject: ({ reference, topic }) => `Question ${reference}${about(topic)}`,
    notice: 'Someone has asked a question. Reply to this email to answer.',
    withdrawnSubject: ({ reference }) => `Your question ${reference} is withdrawn`,
    withdrawn: ({ reference }) => `You have withdrawn your question ${reference}.`,
    sendAgain: 'You can ask again on our website at any time.',
    withdrawnNotice: 'Someone no longer needs an answer to a question.',
  },
} as const satisfies Record<SubmissionName, MailTexts>;

export const submissionMailText = {
  greeting: ({ name }: { name: string }) => `Dear ${name},`,
  toOffice: 'To the office:',
  reference: 'Reference',
  longFact: ({ label, text }: { label: string; text: string }) => `${label}:\n${text}`,
  answers: 'To add something, write to the address below and give your reference.',
  ignore: 'If you did not send us this, do nothing, or withdraw it with the link.',
  withdrawnNoticeSubject: ({ reference }: Facts) => `Withdrawn: ${reference}`,
} as const;
