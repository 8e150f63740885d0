import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * A keyed hash of a mailbox, to count its mails without keeping its address: 22 URL-safe characters. Case, the
 * spelling of the domain and what follows a `+` make no difference.
 */
export function hashMailbox(address: string, secret: string): string {
  return createHmac('sha256', secret).update(mailboxOf(address)).digest('base64url').slice(0, 22);
}

function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).toLowerCase();
  const domain = address.slice(at + 1).toLowerCase();
  const plus = local.indexOf('+');
  return `${plus > 0 ? local.slice(0, plus) : local}@${domainToASCII(domain) || domain}`;
}

/** The secret under which mailboxes are hashed; a migration makes it. It never changes: the hashes would be lost. */
export async function readMailboxSecret(tx: Transaction<Database>): Promise<string> {
  const row = await tx
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'mailboxes')
    .executeTakeFirstOrThrow();
  return row.value;
}
