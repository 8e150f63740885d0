import { expect, test } from 'vitest';
import { parseEntry } from '#lib/content/checking/entry.ts';
import type { ContentProblem } from '#lib/content/checking/problem.ts';
import type { SourceFile, Sources } from '#lib/publishing/activation/sources.ts';
import { createProblemsElsewhere } from './problems-elsewhere.ts';

const now = new Date('2026-11-22T12:00:00Z');
const fees = 'pages/fees.mdx';
const file = (path: string, text: string): SourceFile => ({ path, hash: text, text });
const feesPage = (heading: string, title = 'Fees', body = 'Text.') =>
  file(fees, `---\ntitle: ${title}\n---\n\n## ${heading}\n\n${body}\n`);
const other = file('pages/visit.mdx', 'See [refunds](/fees#refunds) and [nothing](/nothing).');

const toSources = (...files: SourceFile[]): Sources => new Map(files.map((each) => [each.path, each]));

/** A stub check that reports dead links to `#refunds`, and counts its runs. */
function openCheck() {
  let checks = 0;
  const problem = (message: string): ContentProblem => ({
    file: other.path,
    line: 1,
    message,
    fix: 'correct it',
    severity: 'error',
  });
  const find = createProblemsElsewhere({
    check: (sources) => {
      checks += 1;
      const hasRefunds = sources.get(fees)?.text?.includes('## Refunds') ?? false;
      return [problem('known'), ...(hasRefunds ? [] : [problem('dead'), { ...problem('own'), file: fees }])];
    },
    parse: ({ path, text = '' }) =>
      parseEntry({ collection: 'pages', name: path.replace('pages/', ''), path }, text),
  });
  const published = toSources(feesPage('Refunds'), other);
  return {
    find: (...files: SourceFile[]) => find(published, toSources(...files), { changed: [fees], now }),
    checks: () => checks,
  };
}

test('lists only problems of other files that the published content does not have', () => {
  const { find } = openCheck();

  expect(find(feesPage('Money back'), other).map(({ message }) => message)).toEqual(['dead']);
  expect(find(other).map(({ message }) => message)).toEqual(['dead']);
});

test('checks only when a field or heading that others refer to has changed, and each state once', () => {
  const { find, checks } = openCheck();

  find(feesPage('Refunds', 'Fees', 'Another text.'), other);
  find(feesPage('Refunds', 'Another title'), other);
  const unchanged = checks();
  find(feesPage('Money back', 'Fees', 'One.'), other);
  const afterHeading = checks();
  find(feesPage('Money back', 'Fees', 'Two.'), other);

  // Two checks: of the published files, and with the draft.
  expect([unchanged, afterHeading, checks()]).toEqual([0, 2, 2]);
});
