import { expect, test } from 'vitest';
import { csvLine, csvStream, type Cell } from './csv.ts';

test.each([
  ['=1+1', `'=1+1`],
  ['+44 1632', `'+44 1632`],
  ['-5', `'-5`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['  =cmd|calc', `'  =cmd|calc`],
  ['＝1+1', `'＝1+1`],
  ['\u00a0=1', `'\u00a0=1`],
])('%j is kept from being run', (text, safe) => {
  expect(csvLine([text])).toBe(`${safe}\r\n`);
});

test('quotes, commas and line ends stay in their cell', () => {
  const line = csvLine(['say "hi"', 'a,b', 'one\ntwo', 'one\r\ntwo', null, 7, 'Zoë 小雨 سارة']);

  expect(line).toBe('"say ""hi""","a,b","one\ntwo","one\r\ntwo",,7,Zoë 小雨 سارة\r\n');
});

test('a formula behind a quote or a line end is no formula of its own', () => {
  expect(csvLine(['"=1+1"', '\n=1+1', '\t=1'])).toBe(`"""=1+1""","'\n=1+1",'\t=1\r\n`);
});

test('the file begins with a byte order mark and its columns, and fetches no batch before it is wanted', async () => {
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

test('a file without rows has its columns', async () => {
  async function* none(): AsyncGenerator<Cell[][], void> {}

  expect(await new Response(csvStream(['A', 'B'], none())).text()).toBe('A,B\r\n');
});
