import type { Store } from '#lib/store/open.ts';
import type { OutgoingMail } from './outbox.ts';

type HeldMail = { id: string; kind: string; about: string; address: string; heldAt: number };

type HeldKind = { kind: string; count: number; since: number };

type HeldMailList = {
  /** The oldest emails. */
  mails: HeldMail[];
  /** Counts of all held emails, by kind. */
  kinds: HeldKind[];
  /** Id of the newest email; undefined if none is held. */
  newest: string | undefined;
};

/** Lists emails over the daily cap of their mailbox, for staff. */
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
