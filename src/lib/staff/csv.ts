export type Cell = string | number | null;

const byteOrderMark = '\uFEFF';

/**
 * What a spreadsheet takes for a formula, also in wide forms and behind blanks.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^\s*[=+\-@＝＋－＠|%\t\r\n]/;

/** One line of a CSV file (RFC 4180). A text that a spreadsheet would run gets an apostrophe in front. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
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
