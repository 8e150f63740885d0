import { letterSettings } from '#test/stand-ins/letter-settings.ts';
import { createLinkTokens } from '#lib/forms/link-tokens.ts';
import { createSignupLetters } from '#lib/mail/signup-letters.ts';
import type { Store } from '#lib/store/open.ts';
import { loadLinkSecrets } from '#lib/store/secrets.ts';
import { createSignups } from '#lib/store/forms/signups.ts';

const letters = createSignupLetters(letterSettings);

/** The time at which tests of sign-ups take place, and later times. */
export const now = new Date('2026-11-21T12:00:00Z');
export const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
export const days = (count: number) => minutes(count * 24 * 60);

export const retentionDays = {
  registrations: 30,
  applications: 400,
  enquiries: 400,
  pendingSignups: 30,
  unsubscribedSignups: 30,
  mails: 30,
  heldMails: 7,
  staffLog: 30,
  insights: 30,
};

/** The arguments of the functions that accept, confirm and end a sign-up. */
export async function signupNeeds(store: Store) {
  const tokens = createLinkTokens(await loadLinkSecrets(store));
  return { signups: createSignups(store), tokens, letters, now };
}

/** The sign-up emails in the outbox with the tokens of their links, the earliest first. */
export async function signupMails(store: Store) {
  const rows = await store.query((db) =>
    db.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('id').execute(),
  );
  return rows.map(({ status, kind, mail }) => {
    const text = (JSON.parse(mail ?? '{}') as { text: string }).text;
    const token = (path: string) => new RegExp(`/newsletter/${path}\\?token=(\\S+)`).exec(text)?.[1] ?? '';
    return { status, kind, confirmToken: token('confirm'), unsubscribeToken: token('unsubscribe') };
  });
}

export function rowsOf(store: Store, table: 'signups' | 'outbox' | 'unsubscribes'): Promise<object[]> {
  return store.query((db) => db.selectFrom(table).selectAll().execute());
}
