import { createRowId } from '#lib/store/row-id.ts';

type InsertOnce<Stored> = {
  /** UTC milliseconds. */
  receivedAt: number;
  createReference: () => string;
  /** Returns false on a conflict with a row of the same reference or the same request. */
  insert: (row: { id: string; reference: string }) => Promise<boolean>;
  /** Returns the row of an earlier request that this one repeats. */
  findSame: () => Promise<Stored | undefined>;
  /** Lets a new row replace one that is too old to be repeated. */
  retireSame: () => Promise<void>;
};

/**
 * Inserts a row with a new reference, unless it repeats an earlier one. A unique index accepts one of several equal
 * requests, on any instance; the others wait for its commit and find it.
 */
export async function insertUnlessSame<Stored>({
  receivedAt,
  createReference,
  insert,
  findSame,
  retireSame,
}: InsertOnce<Stored>): Promise<{ id: string; reference: string } | { same: Stored }> {
  const id = createRowId(receivedAt);
  const attempts = 10;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const reference = createReference();
    if (await insert({ id, reference })) return { id, reference };
    const same = await findSame();
    if (same) return { same };
    await retireSame();
  }
  throw new Error(`no free reference was found in ${attempts} attempts`);
}
