import type { Transaction } from 'kysely';
import type { Day } from '#lib/content/terms.ts';
import type { Store } from '#lib/store/open.ts';
import type { Database, InsightTable } from '#lib/store/schema.ts';

export type InsightKind = InsightTable['kind'];
export type InsightCount = InsightTable;

/**
 * Limits the disk space that visitors can use: further texts of a day are not counted, and the oldest days are deleted.
 */
const defaultLimits = { maxTextsPerDay: 200, maxTexts: 20_000 };

/** Writes counts. Instances may add to the same counts concurrently. */
export function createInsightCounts(store: Store, limits: Partial<typeof defaultLimits> = {}) {
  const { maxTextsPerDay, maxTexts } = { ...defaultLimits, ...limits };
  return {
    /** @param entries at most one for each kind, day and text */
    add(entries: readonly InsightCount[]): Promise<void> {
      return store.transaction(async (tx) => {
        await store.lock(tx, ['insights']);
        const groups = Map.groupBy(entries, ({ kind, day }) => `${kind} ${day}`);
        for (const group of groups.values()) await addToDay(tx, group, maxTextsPerDay);
        await deleteOldest(tx, maxTexts);
      });
    },
  };
}

/** @param entries of one kind and day */
async function addToDay(
  tx: Transaction<Database>,
  entries: readonly InsightCount[],
  maxTexts: number,
): Promise<void> {
  const [first] = entries;
  if (!first) return;
  const rows = await tx
    .selectFrom('insights')
    .select('text')
    .where('kind', '=', first.kind)
    .where('day', '=', first.day)
    .execute();
  const known = new Set(rows.map(({ text }) => text));
  const added = entries.filter(({ text }) => !known.has(text)).slice(0, Math.max(0, maxTexts - known.size));
  const counted = [...entries.filter(({ text }) => known.has(text)), ...added];
  if (counted.length === 0) return;
  await tx
    .insertInto('insights')
    .values(counted.map(({ kind, day, text, count }) => ({ kind, day, text, count })))
    .onConflict((conflict) =>
      conflict.columns(['kind', 'day', 'text']).doUpdateSet((set) => ({
        count: set('insights.count', '+', set.ref('excluded.count')),
      })),
    )
    .execute();
}

/** Deletes whole days, oldest first. The newest day is always kept. */
async function deleteOldest(tx: Transaction<Database>, maxTexts: number): Promise<void> {
  for (;;) {
    const { count, oldest, newest } = await tx
      .selectFrom('insights')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.min('day').as('oldest'),
        fn.max('day').as('newest'),
      ])
      .executeTakeFirstOrThrow();
    if (count <= maxTexts || oldest === newest) return;
    await tx.deleteFrom('insights').where('day', '=', oldest).execute();
  }
}

/** Reads counts for the staff pages. */
export function createInsightList(store: Store) {
  return {
    /** The most frequent texts from `since` on. */
    top({ kind, since, limit }: { kind: InsightKind; since: Day; limit: number }): Promise<InsightSum[]> {
      return store.query((db) =>
        db
          .selectFrom('insights')
          .select(({ fn }) => [
            'text',
            fn.sum<number>('count').as('count'),
            fn.min('day').as('firstDay'),
            fn.max('day').as('lastDay'),
          ])
          .where('kind', '=', kind)
          .where('day', '>=', since)
          .groupBy('text')
          .orderBy('count', 'desc')
          .orderBy('lastDay', 'desc')
          .orderBy('text')
          .limit(limit)
          .execute(),
      );
    },

    /** The number of searches or questions without an answer on each day from `since` on. */
    byDay({ kind, since }: { kind: InsightKind; since: Day }): Promise<InsightDay[]> {
      return store.query((db) =>
        db
          .selectFrom('insights')
          .select(({ fn }) => ['day', fn.sum<number>('count').as('count')])
          .where('kind', '=', kind)
          .where('day', '>=', since)
          .groupBy('day')
          .orderBy('day')
          .execute(),
      );
    },

    /** The counts of one text, by day. */
    history(kind: InsightKind, text: string): Promise<InsightDay[]> {
      return store.query((db) =>
        db
          .selectFrom('insights')
          .select(['day', 'count'])
          .where('kind', '=', kind)
          .where('text', '=', text)
          .orderBy('day')
          .execute(),
      );
    },
  };
}

export type InsightSum = { text: string; count: number; firstDay: Day; lastDay: Day };
export type InsightDay = { day: Day; count: number };
export type InsightCounts = ReturnType<typeof createInsightCounts>;
export type InsightList = ReturnType<typeof createInsightList>;
