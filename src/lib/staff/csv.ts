export type Cell = string | number | null;

const byteOrderMark = '\uFEFF';

// Each list is the inside of a character class.
/** What starts a new cell or row in a reader that takes commas, semicolons, tabs or bars for separators. */
const separators = String.raw`,;|\t\n\v\f\r\u001c-\u001e\u0085\u2028\u2029`;
/** What readers drop in front of a formula: quotes, blanks and invisible characters. */
const skipped = String.raw`"'\p{Zs}\p{Cf}\u0000-\u0008\u000e-\u001b\u001f\u007f-\u0084\u0086-\u009f`;
/** What a formula starts with, full-width and small forms included. */
const formulaStarts = String.raw`=+\-@%＝＋－＠﹦﹢﹣﹫|`;

/**
 * The places where a cell starts, in our reader or in one with another separator, that a spreadsheet would run.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formulaPlaces = new RegExp(`(?<=^|[${separators}])(?=[${skipped}]*[${formulaStarts}])`, 'gu');

/**
 * One line of a CSV file (RFC 4180), with an apostrophe in front of every formula. docs/operating-data.md says how
 * to remove it.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replaceAll(formulaPlaces, "'");
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A CSV file in UTF-8 with a byte order mark, by which Excel knows the encoding. Batches are fetched as fast
 * as they are read, so that a file of any length takes the memory of one.
 */
export function csvStream(
  columns: readonly string[],
  batches: AsyncGenerator<readonly (readonly Cell[])[], void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let head = byteOrderMark + csvLine(columns);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await batches.next();
        const text = head + (next.done ? '' : next.value.map(csvLine).join(''));
        head = '';
        if (text !== '') controller.enqueue(encoder.encode(text));
        if (next.done) controller.close();
      },
      async cancel() {
        await batches.return();
      },
    },
    { highWaterMark: 1 },
  );
}

/** @param name without its ending; letters, digits and hyphens */
export function csvResponse(name: string, body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
