import type { Store } from './open.ts';
import type { OutgoingMail } from './outbox.ts';

export type HeldMail = { id: string; kind: string; about: string; address: string; heldAt: number };

export type HeldKind = { kind: string; count: number; since: number };

export type HeldMailList = {
  /** The oldest ones. */
  mails: HeldMail[];
  /** All of them, by kind. */
  kinds: HeldKind[];
  /** Id of the newest one; undefined when there is none. */
  newest: string | undefined;
};

/** What staff see of the mails that are over the daily cap of their mailbox. */
export function createHeldMail(store: Store) {
  return {
    list(limit: number): Promise<HeldMailList> {
      return store.transaction(async (tx) => {
        const kinds = await tx
          .selectFrom('outbox')
          .select((select) => [
            'kind',
            select.fn.countAll<number>().as('count'),
            select.fn.min<number>('created_at').as('since'),
          ])
          .where('status', '=', 'held')
          .groupBy('kind')
          .orderBy('kind')
          .execute();
        const held = tx.selectFrom('outbox').where('status', '=', 'held');
        const newest = await held.select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
        const rows = await held
          .select(['id', 'kind', 'about', 'mail', 'created_at'])
          .orderBy('id')
          .limit(limit)
          .execute();
        return { mails: rows.map(toHeldMail), kinds, newest: newest?.id };
      });
    },
  };
}

export type HeldMailReader = ReturnType<typeof createHeldMail>;

type Row = { id: string; kind: string; about: string; mail: string | null; created_at: number };

function toHeldMail({ id, kind, about, mail, created_at }: Row): HeldMail {
  const { address } = (JSON.parse(mail ?? '{"to":{"address":""}}') as OutgoingMail).to;
  return { id, kind, about, address, heldAt: created_at };
}
