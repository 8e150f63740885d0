import type { Cursor, Page } from '#lib/store/list-page.ts';

/** Rows on a page of a list. */
export const rowsPerPage = 25;

/** The addresses of the pages of a list around the one that is shown. */
export type PagerLinks = {
  first: string;
  newer: string | undefined;
  older: string | undefined;
  isOldestFirst: boolean;
};

/** Reads the cursor in an address; undefined for the first page. */
export function readCursor({ searchParams }: URL): Cursor | undefined {
  for (const towards of ['older', 'newer'] as const) {
    const id = searchParams.get(towards);
    if (id && /^[0-9a-f-]{36}$/.test(id)) return { id, towards };
  }
  return undefined;
}

/**
 * The links of a list's pager. @param addressOf returns the address of the page that starts next to a row, or of the
 * first page
 */
export function pagerLinks<Row>(
  { rows, hasNewer, hasOlder }: Page<Row>,
  addressOf: (row?: Row, towards?: Cursor['towards']) => string,
  { isOldestFirst = false } = {},
): PagerLinks {
  const [newest, oldest] = isOldestFirst ? [rows.at(-1), rows[0]] : [rows[0], rows.at(-1)];
  return {
    first: addressOf(),
    newer: hasNewer ? addressOf(newest, 'newer') : undefined,
    older: hasOlder ? addressOf(oldest, 'older') : undefined,
    isOldestFirst,
  };
}
