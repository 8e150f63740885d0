import { createHmac } from 'node:crypto';
import type { Config } from './env.ts';
import { letterSettings } from './letter-settings.ts';
import type { Publication } from './publication.ts';
import { application, enquiry } from './site-forms.ts';
import type { Wiring } from './wiring.ts';
import { createChallenge, createNoChallenge, type Challenge } from '#lib/challenge/challenge.ts';
import type { Catalogue } from '#lib/forms/catalogue.ts';
import { createLinkTokens } from '#lib/forms/link-tokens.ts';
import { createReceipts } from '#lib/forms/receipt.ts';
import { createSealer } from '#lib/forms/sealer.ts';
import {
  correctAddress,
  findCorrectable,
  sealCorrection,
  type Correctable,
} from '#lib/forms/correct-address.ts';
import { acceptRegistration } from '#lib/forms/registration.ts';
import type { RegistrationPayload } from '#lib/forms/registration-form.ts';
import { confirmRegistration, withdrawRegistration } from '#lib/forms/registration-links.ts';
import { acceptSignup, confirmSignup, unsubscribe } from '#lib/forms/signup.ts';
import type { FormInput, FormOptions, SubmissionForm } from '#lib/forms/form-definition.ts';
import { acceptSubmission, submissionReceipt, withdrawSubmission } from '#lib/forms/submission.ts';
import type { SignupPayload } from '#lib/forms/signup-form.ts';
import { conflictLetters, decisionLetter, letterAbout } from '#lib/forms/stored-letters.ts';
import { createRegistrationLetters, type RegistrationLetters } from '#lib/mail/registration-letters.ts';
import { createSubmissionLetters, type SubmissionLetters } from '#lib/mail/submission-letters.ts';
import { createSubmissions, type Submission } from '#lib/store/forms/submissions.ts';
import { createSignupLetters, type SignupLetters } from '#lib/mail/signup-letters.ts';
import type { LeaseWorker } from '#lib/base/lease-worker.ts';
import { createMailWorker } from '#lib/mail/worker.ts';
import type { Store } from '#lib/store/open.ts';
import { createOutbox } from '#lib/store/mail/outbox.ts';
import type { KeptRegistration } from '#lib/store/forms/registration-conflicts.ts';
import type { Standing } from '#lib/store/forms/decisions.ts';
import type { ListedRegistration, RegistrationDetail } from '#lib/store/forms/registration-list.ts';
import { createRegistrations } from '#lib/store/forms/registrations.ts';
import { loadLinkSecrets } from '#lib/store/secrets.ts';
import { createSignups } from '#lib/store/forms/signups.ts';

/** The forms of visitors. */
export type FormServices = {
  readonly challenge: Challenge;
  /** Whether mail is configured, so that forms are confirmed by email. */
  readonly sendsMail: boolean;
  /** @throws ApiError STORE_UNAVAILABLE until the store is available for the first time */
  open(): Promise<Forms>;
};

export function createFormServices(
  config: Config,
  opened: Pick<FormServices, 'sendsMail' | 'open'>,
): FormServices {
  return { ...opened, challenge: challengeOf(config) };
}

function challengeOf(config: Config): Challenge {
  const { CHALLENGE_SITE_KEY: siteKey, CHALLENGE_SECRET_KEY: secretKey } = config;
  if (!siteKey || !secretKey) return createNoChallenge();
  return createChallenge({
    provider: config.CHALLENGE_PROVIDER,
    siteKey,
    secretKey,
    hostname: new URL(config.SITE_URL).hostname,
    verifyUrl: config.CHALLENGE_VERIFY_URL,
  });
}

type FormsOptions = Pick<Wiring, 'store' | 'config'> & {
  secrets: readonly string[];
  mail: LeaseWorker | undefined;
  publication: () => Published;
};

/** What letters take from the published content. */
type Published = Pick<Publication, 'institute' | 'editorSettings'>;

type FormNeeds = { form: SubmissionForm; options: FormOptions };

export type Forms = ReturnType<typeof createForms>;

/** Creates the actions of the forms' routes and pages. They resolve after their data is on disk. @throws ApiError */
export function createForms({ store, secrets, config, mail, publication }: FormsOptions) {
  const signups = createSignups(store);
  const tokens = createLinkTokens(secrets);
  const sealer = createSealer(secrets);
  const stores = { registrations: createRegistrations(store), submissions: createSubmissions(store) };
  /** Created for each email: it contains facts and words of the institute, which a publication may change. */
  const letters = () => (mail ? createLetters(publication(), config) : noLetters);
  const registrations = () => ({
    submissions: stores.registrations,
    tokens,
    letters: letters().registration,
  });
  const submissions = () => ({ submissions: stores.submissions, tokens, letters: letters().submission });
  async function andWake<T>(work: Promise<T>): Promise<T> {
    const result = await work;
    mail?.wake();
    return result;
  }

  return {
    register: (payload: RegistrationPayload, catalogue: Catalogue) =>
      andWake(acceptRegistration(payload, { ...registrations(), catalogue })),
    /** Undefined without mail. */
    sealCorrection: (accepted: Correctable) => mail && sealCorrection(accepted, { sealer }),
    findCorrectable: (token: string) => findCorrectable(token, { ...registrations(), sealer }),
    correctAddress: (sent: { token: string; email: string }, catalogue: Catalogue) =>
      andWake(correctAddress(sent, { ...registrations(), sealer, catalogue })),
    confirmRegistration: (token: string, catalogue: Catalogue) =>
      andWake(confirmRegistration(token, { ...registrations(), catalogue })),
    withdraw: (token: string, catalogue: Catalogue) =>
      andWake(withdrawRegistration(token, { ...registrations(), catalogue })),
    signUp: (payload: SignupPayload) =>
      andWake(acceptSignup(payload, { signups, tokens, letters: letters().signup })),
    confirm: (token: string) => confirmSignup(token, { signups, tokens }),
    unsubscribe: (token: string) => unsubscribe(token, { signups, tokens }),
    /** Stores an application, an enquiry or another such form. */
    submit: (payload: FormInput & { email: string }, form: FormNeeds) =>
      andWake(acceptSubmission(payload, { ...submissions(), ...form })),
    withdrawSubmission: (token: string, form: FormNeeds) =>
      andWake(withdrawSubmission(token, { ...submissions(), ...form })),
    /** The person's email about a submission; undefined without mail, or if it was withdrawn. */
    submissionReceipt(row: Submission, form: FormNeeds) {
      const { submission } = letters();
      return submission && submissionReceipt(row, { tokens, letters: submission, ...form });
    },
    receipts: createReceipts(secrets),
    /** The student's email about the current state of a registration; undefined without mail, or if its term is unknown. */
    letterAbout(detail: RegistrationDetail, catalogue: Catalogue) {
      const { registration } = letters();
      return registration && letterAbout(detail, { catalogue, tokens, letters: registration });
    },
    /** The student's email about decisions; undefined without mail, or if the term is unknown. */
    decisionLetter(registration: ListedRegistration, standing: Standing, catalogue: Catalogue) {
      const { registration: ofRegistrations } = letters();
      return (
        ofRegistrations &&
        decisionLetter(registration, standing, { catalogue, tokens, letters: ofRegistrations })
      );
    },
    /** The emails about a resolved conflict: for the registration that stays, and for the withdrawn ones. None without mail. */
    conflictLetters(outcome: KeptRegistration, catalogue: Catalogue) {
      const { registration } = letters();
      return registration ? conflictLetters(outcome, { catalogue, tokens, letters: registration }) : [];
    },
    wakeMail: () => mail?.wake(),
  };
}

type Letters = {
  registration: RegistrationLetters | undefined;
  signup: SignupLetters | undefined;
  submission: SubmissionLetters | undefined;
};

/** Without a mail server, emails and their personal data would stay in the outbox forever. */
const noLetters: Letters = { registration: undefined, signup: undefined, submission: undefined };

function createLetters({ institute, editorSettings }: Published, config: Config): Letters {
  const settings = letterSettings(institute, config, editorSettings.letters);
  const { replies } = institute;
  const paths = { application: application.form.path, enquiry: enquiry.form.path };
  return {
    registration: createRegistrationLetters(settings),
    signup: createSignupLetters(settings),
    submission: createSubmissionLetters({ ...settings, replies, paths }),
  };
}

/** Loads the client for mail servers only when mail is configured. @returns undefined when it is not */
export async function createMail({ store, config, log }: Wiring): Promise<LeaseWorker | undefined> {
  const { SMTP_URL, MAIL_FROM } = config;
  if (!SMTP_URL || !MAIL_FROM) return undefined;
  const { createSmtpTransport } = await import('#lib/mail/transport.ts');
  return createMailWorker({
    outbox: createOutbox(store),
    transport: createSmtpTransport(SMTP_URL),
    from: MAIL_FROM,
    log: (line) => log.warn(line, { name: 'mail' }),
  });
}

/** Loads the secrets that all instances share, and derives the key for rate limits from the first. */
export async function loadSecrets(store: Store, { SESSION_SECRET }: Config) {
  const secrets = await loadLinkSecrets(store, SESSION_SECRET);
  const limits = createHmac('sha256', secrets[0] ?? '')
    .update('limits')
    .digest('base64url');
  return { links: secrets, limits };
}
