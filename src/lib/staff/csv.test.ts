import { readFileSync } from 'node:fs';
import { CsvError, parse, type Options } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '#test/property-runs.ts';
import { csvLine, csvStream, type Cell } from './csv.ts';

test.each([
  ['=1+1', `'=1+1`],
  ['+44 1632', `'+44 1632`],
  ['-5', `'-5`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['  =cmd|calc', `'  =cmd|calc`],
  ['＝1+1', `'＝1+1`],
  ['\u00a0=1', `'\u00a0=1`],
  ['a;=HYPERLINK("x")', `"a;'=HYPERLINK(""x"")"`],
  ['a,=1', `"a,'=1"`],
  ['a\t@1', `a\t'@1`],
  ['a\n+1', `"a\n'+1"`],
  ['a; "-1', `"a;' ""-1"`],
  ['"=1', `"'""=1"`],
  [`'=1`, `''=1`],
])('csvLine puts an apostrophe before each formula in %j', (text, safe) => {
  expect(csvLine([text])).toBe(`${safe}\r\n`);
});

test('csvLine quotes commas, quotes and line ends', () => {
  const line = csvLine(['say "hi"', 'a,b', 'one\ntwo', 'one\r\ntwo', null, 7, 'Zoë 小雨 سارة']);

  expect(line).toBe('"say ""hi""","a,b","one\ntwo","one\r\ntwo",,7,Zoë 小雨 سارة\r\n');
});

/** The pattern in docs/operating-data.md. */
const [, pattern = ''] =
  /```text\n(\(\?<=.+)\n```/.exec(readFileSync('docs/operating-data.md', 'utf8')) ?? [];
const addedApostrophe = new RegExp(pattern, 'gu');

/** Cells made of characters of formulas, separators and quotes. */
const cellTexts = fc
  .array(fc.constantFrom(...'=+-@＝＋－＠;,|"\'\t\n\r  \u00a0\u200b\ufeff\u2028aé1', '\r\n', 'HYPERLINK('), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));
const tables = fc
  .integer({ min: 1, max: 4 })
  .chain((columns) =>
    fc.array(fc.array(cellTexts, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 4 }),
  );

/** Parses CSV like a spreadsheet: an unclosed quote extends to the end of the file. */
function parseLeniently(file: string, options: Options): string[][] {
  try {
    return parse(file, options);
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    return parse(`${file}"`, options);
  }
}

test.each([',', ';', '\t'])(
  'no cell starts with a formula in a reader with the separator %j',
  (delimiter) => {
    const record_delimiter = ['\r\n', '\n', '\r'];
    const options = { delimiter, record_delimiter, relax_quotes: true, relax_column_count: true };
    fc.assert(
      fc.property(tables, fc.boolean(), (rows, knowsQuotes) => {
        const file = rows.map(csvLine).join('');

        const read = parseLeniently(file, { ...options, quote: knowsQuotes ? '"' : false });

        const formulas = read.flat().filter((cell) => /^[\s"\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell));
        expect(formulas).toEqual([]);
      }),
      { numRuns: runsOf(2_000) },
    );
  },
);

test('every text can be recovered with the documented pattern', () => {
  fc.assert(
    fc.property(tables, (rows) => {
      const read = parse(rows.map(csvLine).join(''), { record_delimiter: '\r\n' });

      expect(read.map((cells) => cells.map((cell) => cell.replaceAll(addedApostrophe, '')))).toEqual(rows);
    }),
    { numRuns: runsOf(2_000) },
  );
});

test('csvStream starts with a byte order mark and the columns, and fetches batches on demand', async () => {
  const fetched: number[] = [];
  async function* batches(): AsyncGenerator<Cell[][], void> {
    for (let batch = 1; batch <= 5; batch += 1) {
      fetched.push(batch);
      yield [[`row ${batch}`]];
    }
  }

  const reader = csvStream(['Column'], batches()).getReader();
  const first = await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 20));

  expect([...(first.value ?? [])].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(first.value)).toBe('Column\r\nrow 1\r\n');
  expect(fetched.length).toBeLessThanOrEqual(3);
  await reader.cancel();
  expect(fetched.length).toBeLessThanOrEqual(3);
});

test('csvStream without rows writes only the columns', async () => {
  async function* none(): AsyncGenerator<Cell[][], void> {}

  expect(await new Response(csvStream(['A', 'B'], none())).text()).toBe('A,B\r\n');
});

test('values that spreadsheets take for dates and numbers are written as they were entered', () => {
  expect(csvLine(['1-2', '00012345', '1E5', '01/02/2027'])).toBe('1-2,00012345,1E5,01/02/2027\r\n');
});
