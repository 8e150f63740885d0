export type Cell = string | number | null;

const byteOrderMark = '\uFEFF';

// Each list is the content of a character class.
/** Characters that start a new cell or row in readers with commas, semicolons, tabs or bars as separators. */
const separators = String.raw`,;|\t\n\v\f\r\u001c-\u001e\u0085\u2028\u2029`;
/** Characters that readers skip before a formula: quotes, spaces and invisible characters. */
const skipped = String.raw`"'\p{Zs}\p{Cf}\u0000-\u0008\u000e-\u001b\u001f\u007f-\u0084\u0086-\u009f`;
/** First characters of a formula, including full-width and small forms. */
const formulaStarts = String.raw`=+\-@%＝＋－＠﹦﹢﹣﹫|`;

/**
 * The positions where a cell starts with a formula, whatever separator the reader uses.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formulaPositions = new RegExp(`(?<=^|[${separators}])(?=[${skipped}]*[${formulaStarts}])`, 'gu');

/**
 * Returns a line of a CSV file (RFC 4180), with an apostrophe before every formula. docs/operating-data.md describes how
 * to remove it.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replaceAll(formulaPositions, "'");
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Streams a CSV file in UTF-8, with the byte order mark that Excel needs. Batches are fetched as the client reads, so
 * memory use does not depend on the file's length.
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

/** @param name without extension; letters, digits and hyphens */
export function csvResponse(name: string, body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
