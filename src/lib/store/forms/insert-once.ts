import { createRowId } from '#lib/store/row-id.ts';

type InsertOnce<Stored> = {
  /** UTC milliseconds. */
  receivedAt: number;
  createReference: () => string;
  /** Returns false if a row with the same reference or for the same request exists. */
  insert: (row: { id: string; reference: string }) => Promise<boolean>;
  /** Returns the row of an earlier request that this one repeats. */
  findSame: () => Promise<Stored | undefined>;
  /** Retires an equal row that is too old to be repeated, so that a new one can be inserted. */
  retireSame: () => Promise<void>;
};

/**
 * Inserts a row with a new reference, unless it repeats an earlier one. On all instances together, a unique index
 * accepts only one of several equal requests; the others wait for its commit and find its row.
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
