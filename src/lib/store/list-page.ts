/** Where a page of a list starts: next to the row with this id, towards older or newer rows. */
export type Cursor = { id: string; towards: 'older' | 'newer' };

export type Page<Row> = { rows: Row[]; hasNewer: boolean; hasOlder: boolean };

/** @param rows up to `limit + 1` rows, in the direction of the cursor */
export function toPage<Row>(
  rows: readonly Row[],
  { cursor, limit }: { cursor?: Pick<Cursor, 'towards'> | undefined; limit: number },
): Page<Row> {
  const shown = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return cursor?.towards === 'newer'
    ? { rows: shown.reverse(), hasNewer: hasMore, hasOlder: true }
    : { rows: shown, hasNewer: cursor !== undefined, hasOlder: hasMore };
}

/** Like `toPage`, for a list that begins with the oldest row. */
export function toPageOldestFirst<Row>(
  rows: readonly Row[],
  { cursor, limit }: { cursor?: Pick<Cursor, 'towards'> | undefined; limit: number },
): Page<Row> {
  const towards = cursor?.towards === 'older' ? 'newer' : 'older';
  const { rows: shown, hasNewer, hasOlder } = toPage(rows, { cursor: cursor && { towards }, limit });
  return { rows: shown, hasNewer: hasOlder, hasOlder: hasNewer };
}
