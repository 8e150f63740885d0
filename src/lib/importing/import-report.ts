import type { ContentProblem } from '#lib/content/checking/problem.ts';
import { oneLine, shorten } from './entry-fields.ts';
import type { ImportedPage, ImportResult } from './import-content.ts';
import type { ImportSource } from './source-page.ts';

type ReportOptions = {
  source: Pick<ImportSource, 'kind' | 'notes' | 'menus'>;
  result: ImportResult;
  /** The problems that the content check found in imported files, by file below the content folder. */
  problems: ReadonlyMap<string, readonly ContentProblem[]>;
};

/** `3 of 60 pages: 2 new, 1 updated`, for the end of the command. */
export function summarizeImport({ result: { pages, people }, problems }: ReportOptions): string[] {
  const outcomes = (['new', 'updated', 'unchanged', 'edited', 'deleted'] as const)
    .map((outcome) => [pages.filter((page) => page.outcome === outcome).length, outcome] as const)
    .filter(([number]) => number > 0)
    .map(([number, outcome]) => `${number} ${outcome}`);
  const sum = (valueOf: (page: ImportedPage) => number) =>
    pages.reduce((total, page) => total + valueOf(page), 0);
  const valid = pages.filter(({ file }) => isValid(problems.get(file))).length;
  return [
    `${count(pages.length, 'page')}: ${outcomes.join(', ') || 'none'}; ${count(people.length, 'author')}`,
    `${valid} of ${pages.length} are valid as they are`,
    `${percent(
      sum(({ kept }) => kept),
      sum(({ words }) => words),
    )} of ${sum(({ words }) => words)} words kept`,
    `${count(
      sum(({ pictures }) => pictures),
      'picture',
    )}, ${sum(({ missingPictures }) => missingPictures)} missing`,
    `${sum(({ unanswered }) => unanswered.length)} old addresses lead to no imported page`,
    `${sum(({ unknown }) => unknown.length)} parts became code blocks, or are in the report only`,
    `${pages.filter(({ hasMadeSummary }) => hasMadeSummary).length} summaries are the start of the text: write better ones`,
  ];
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function isValid(problems: readonly ContentProblem[] = []): boolean {
  return problems.every(({ severity }) => severity === 'warning');
}

/** Writes the report as Markdown: the figures, what to look at by page, and a table of all pages. */
export function writeImportReport(options: ReportOptions): string {
  const { source, result, problems } = options;
  const looked = result.pages.map((page) => ({ page, lines: whatToLookAt(page, problems.get(page.file)) }));
  const people = result.people.filter(({ outcome }) => outcome !== 'edited');
  return [
    `# Import from ${source.kind}`,
    list(summarizeImport(options)),
    source.notes.length > 0 && `## Left out\n\n${list(source.notes)}`,
    source.menus.length > 0 &&
      '## Menus\n\nThe menus are in `menus.yaml` beside this report. Copy what you need to `content/settings/navigation.yaml`.',
    people.length > 0 &&
      `## Authors\n\nComplete these people, or delete them and the field \`author\` of their news.\n\n${list(people.map(({ file }) => code(file)))}`,
    '## What to look at',
    ...looked
      .filter(({ lines }) => lines.length > 0)
      .map(({ page, lines }) => `### ${escape(page.title)}\n\n${code(page.file)}\n\n${list(lines)}`),
    '## All pages',
    table(result.pages),
  ]
    .filter((part) => part !== false)
    .join('\n\n')
    .concat('\n');
}

function whatToLookAt(page: ImportedPage, problems: readonly ContentProblem[] = []): string[] {
  const isLeft = page.outcome === 'edited' || page.outcome === 'deleted';
  return [
    ...(isLeft ? [`was ${page.outcome} since the last import, so this import left it alone`] : []),
    ...problems.map(({ line, message, fix }) => `line ${line}: ${escape(`${message}: ${fix}`)}`),
    ...(page.kept < page.words
      ? [
          `${page.words - page.kept} of ${page.words} words are missing: ${page.missing.map(showRun).join('; ')}`,
        ]
      : []),
    ...page.unanswered.map(({ address, reason }) => `${code(address)} ${escape(reason)}`),
    ...page.unknown.map(
      ({ what, source, isInText }) =>
        `${escape(what)}, ${isInText ? 'kept in the text' : 'only here'}: ${code(shorten(oneLine(source), 2_000))}`,
    ),
    ...page.notes.map(escape),
  ];
}

/** Keeps the bold of the missing words. */
function showRun(run: string): string {
  return run.split('**').map(escape).join('**');
}

function table(pages: readonly ImportedPage[]): string {
  const rows = pages.map(
    ({ id, address, outcome, kept, words, links, pictures }) =>
      `| ${code(id)} | ${code(address)} | ${outcome} | ${percent(kept, words)} of ${words} | ${links} | ${pictures} |`,
  );
  const head = [
    '| source | address | outcome | words kept | links | pictures |',
    '| - | - | - | - | - | - |',
  ];
  return [...head, ...rows].join('\n');
}

function percent(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.floor((1_000 * part) / whole) / 10} %`;
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function code(text: string): string {
  const ticks = '`'.repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  const space = ticks.length > 1 ? ' ' : '';
  return `${ticks}${space}${oneLine(text).replaceAll('|', '\\|')}${space}${ticks}`;
}

function escape(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_{}[\]<>#|]/g, '\\$&');
}
