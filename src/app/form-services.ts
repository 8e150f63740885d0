import { createHmac } from 'node:crypto';
import { site } from '#site';
import type { Config } from './env.ts';
import type { Catalogue } from '#lib/forms/catalogue.ts';
import { createLinkTokens } from '#lib/forms/link-tokens.ts';
import { createReceipts, type Receipts } from '#lib/forms/receipt.ts';
import { acceptRegistration, type AcceptedRegistration } from '#lib/forms/registration.ts';
import type { RegistrationPayload } from '#lib/forms/registration-form.ts';
import {
  confirmRegistration,
  withdrawRegistration,
  type ConfirmedRegistration,
} from '#lib/forms/registration-links.ts';
import { acceptSignup, confirmSignup, unsubscribe } from '#lib/forms/signup.ts';
import type { SignupPayload } from '#lib/forms/signup-form.ts';
import { conflictLetters, letterAbout } from '#lib/forms/stored-letters.ts';
import { createRegistrationLetters } from '#lib/mail/registration-letters.ts';
import { createSignupLetters } from '#lib/mail/signup-letters.ts';
import type { Log } from '#lib/log/log.ts';
import { createSmtpTransport } from '#lib/mail/transport.ts';
import { createMailWorker, type MailWorker } from '#lib/mail/worker.ts';
import type { Store } from '#lib/store/open.ts';
import { createOutbox, type OutgoingMail } from '#lib/store/outbox.ts';
import type { KeptRegistration } from '#lib/store/registration-conflicts.ts';
import type { RegistrationDetail } from '#lib/store/registration-list.ts';
import { createRegistrations } from '#lib/store/registrations.ts';
import { loadLinkSecrets } from '#lib/store/secrets.ts';
import { createSignups } from '#lib/store/signups.ts';

/** What the forms' routes and pages do; each is on the disk when it resolves. @throws ApiError */
export type Forms = {
  register: (payload: RegistrationPayload, catalogue: Catalogue) => Promise<AcceptedRegistration>;
  confirmRegistration: (token: string, catalogue: Catalogue) => Promise<ConfirmedRegistration>;
  withdraw: (token: string, catalogue: Catalogue) => Promise<{ reference: string }>;
  signUp: (payload: SignupPayload) => Promise<void>;
  confirm: (token: string) => Promise<void>;
  /** Resolves to what is true for the person now. */
  unsubscribe: (token: string) => Promise<string>;
  receipts: Receipts;
  /** The student's letter about a registration, made anew; undefined without mail or without its term. */
  letterAbout: (detail: RegistrationDetail, catalogue: Catalogue) => OutgoingMail | undefined;
  /** The letters of a registration that is kept and of those withdrawn for it; none without mail. */
  conflictLetters: (outcome: KeptRegistration, catalogue: Catalogue) => OutgoingMail[];
  /** Has the outbox looked at now. */
  wakeMail: () => void;
};

type FormsOptions = {
  store: Store;
  secrets: readonly string[];
  config: Config;
  mail: MailWorker | undefined;
};

export function createForms({ store, secrets, config, mail }: FormsOptions): Forms {
  const submissions = createRegistrations(store);
  const signups = createSignups(store);
  const tokens = createLinkTokens(secrets);
  const settings = {
    siteName: site.name,
    siteUrl: config.SITE_URL,
    language: site.locale,
    contactEmail: config.contactEmail,
    registrarEmail: config.REGISTRAR_EMAIL,
  };
  // Without a mail server no mail is written: it would wait for ever, and with it what it says of people.
  const letters = mail && {
    registration: createRegistrationLetters(settings),
    signup: createSignupLetters(settings),
  };
  async function andWake<T>(work: Promise<T>): Promise<T> {
    const result = await work;
    mail?.wake();
    return result;
  }

  return {
    register: (payload, catalogue) =>
      andWake(
        acceptRegistration(payload, { catalogue, submissions, tokens, letters: letters?.registration }),
      ),
    confirmRegistration: (token, catalogue) =>
      andWake(confirmRegistration(token, { catalogue, submissions, tokens, letters: letters?.registration })),
    withdraw: (token, catalogue) =>
      andWake(
        withdrawRegistration(token, { catalogue, submissions, tokens, letters: letters?.registration }),
      ),
    signUp: (payload) => andWake(acceptSignup(payload, { signups, tokens, letters: letters?.signup })),
    confirm: (token) => confirmSignup(token, { signups, tokens }),
    unsubscribe: (token) => unsubscribe(token, { signups, tokens }),
    receipts: createReceipts(secrets),
    letterAbout: (detail, catalogue) =>
      letters && letterAbout(detail, { catalogue, tokens, letters: letters.registration }),
    conflictLetters: (outcome, catalogue) =>
      letters ? conflictLetters(outcome, { catalogue, letters: letters.registration }) : [],
    wakeMail: () => mail?.wake(),
  };
}

/** Undefined when mail is not configured. */
export function createMail(store: Store, { SMTP_URL, MAIL_FROM }: Config, log: Log): MailWorker | undefined {
  if (!SMTP_URL || !MAIL_FROM) return undefined;
  return createMailWorker({
    outbox: createOutbox(store),
    transport: createSmtpTransport(SMTP_URL),
    from: MAIL_FROM,
    log: (line) => log.warn(line, { name: 'mail' }),
  });
}

/** The secrets that all instances share, and one of them for what limits are counted under. */
export async function loadSecrets(store: Store, { SESSION_SECRET }: Config) {
  const secrets = await loadLinkSecrets(store, SESSION_SECRET);
  const limits = createHmac('sha256', secrets[0] ?? '')
    .update('limits')
    .digest('base64url');
  return { links: secrets, limits };
}
