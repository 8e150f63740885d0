import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { Transaction } from 'kysely';
import type { Database } from '#lib/store/schema.ts';

/**
 * Returns a keyed hash of a mailbox, to count its emails without storing its address: 22 URL-safe characters. Ignores
 * case, the spelling of the domain, and a part after `+`.
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

/**
 * Reads the key of the hashes, which a migration created. It must never change: no stored hash would match any more.
 */
export async function readMailboxSecret(tx: Transaction<Database>): Promise<string> {
  const row = await tx
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'mailboxes')
    .executeTakeFirstOrThrow();
  return row.value;
}
