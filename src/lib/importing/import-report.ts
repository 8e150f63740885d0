import type { ContentProblem } from '#lib/content/checking/problem.ts';
import { isIncomplete } from './compare-words.ts';
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
    `${pages.filter(isUnsure).length} pages to look at first, ${pages.filter((page) => isUnsure(page) && page.isDraft).length} of them drafts`,
    `${sum(({ unknown }) => unknown.filter(({ isInText }) => isInText).length)} parts became code blocks or links`,
    `${sum((page) => leftOutOf(page).length)} parts with ${sum(({ leftOut }) => leftOut)} words were left out on purpose`,
    `${pages.filter(({ hasMadeSummary }) => hasMadeSummary).length} summaries are the start of the text: write better ones`,
  ];
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function isValid(problems: readonly ContentProblem[] = []): boolean {
  return problems.every(({ severity }) => severity === 'warning');
}

/** Writes the report as Markdown: the figures, what is not sure, what was left out, the rest by page, and all pages. */
export function writeImportReport(options: ReportOptions): string {
  const { source, result, problems } = options;
  const { pages } = result;
  const common = findCommon(pages);
  const looked = pages.map((page) => ({
    page,
    lines: whatToLookAt(page, problems.get(page.file), common),
  }));
  const unsure = pages.filter(isUnsure).toSorted((one, other) => shareOf(one) - shareOf(other));
  const leftOut = [...source.notes, ...listLeftOut(pages)];
  const people = result.people.filter(({ outcome }) => outcome !== 'edited');
  return [
    `# Import from ${source.kind}`,
    list(summarizeImport(options)),
    unsure.length > 0 &&
      `## Look at these first\n\nThe import is not sure of these pages. Delete the line \`draft: true\` of a draft that is right.\n\n${list(unsure.map(describeUnsure))}`,
    leftOut.length > 0 && `## Left out\n\n${list(leftOut)}`,
    common.size > 0 &&
      `## On many pages\n\n${list([...common].map(([line, files]) => `${line}: ${namePages(files)}`))}`,
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

function isUnsure(page: ImportedPage): boolean {
  if (page.outcome === 'edited' || page.outcome === 'deleted') return false;
  return isIncomplete(page) || page.doubts.length > 0;
}

function shareOf({ words, kept }: ImportedPage): number {
  return words === 0 ? 1 : kept / words;
}

function leftOutOf({ unknown }: ImportedPage) {
  return unknown.filter(({ isInText }) => !isInText);
}

function describeUnsure(page: ImportedPage): string {
  const { file, kept, words, isDraft, doubts } = page;
  const isSaid = doubts.some((doubt) => doubt.includes('is a draft'));
  const state = isDraft && !isSaid ? ', a draft' : '';
  const lines = [...(kept < words ? [describeMissing(page)] : []), ...doubts.map(escape)];
  return `${code(file)}${state}: ${lines.join('. ')}`;
}

function describeMissing({ words, kept, missing }: ImportedPage): string {
  return `${words - kept} of ${words} words are missing: ${missing.map(showRun).join('; ')}`;
}

const manyPages = 5;

/** What was left out on purpose, each kind once, with its number, its pages and an example. */
function listLeftOut(pages: readonly ImportedPage[]): string[] {
  const parts = pages.flatMap((page) => leftOutOf(page).map((part) => ({ ...part, file: page.file })));
  return [...Map.groupBy(parts, ({ what }) => what)].map(([what, group]) => {
    const source = shorten(oneLine(group[0]?.source ?? ''), 200);
    return `${escape(what)}: ${count(group.length, 'part')} of ${namePages(group.map(({ file }) => file))}, such as ${code(source)}`;
  });
}

/** Remarks that many pages have, with these pages. */
function findCommon(pages: readonly ImportedPage[]): Map<string, string[]> {
  const lines = pages.flatMap((page) =>
    [...new Set(remarksOf(page).map(writeRemark))].map((line) => ({ line, file: page.file })),
  );
  return new Map(
    [...Map.groupBy(lines, ({ line }) => line)]
      .filter(([, group]) => group.length > manyPages)
      .map(([line, group]) => [line, group.map(({ file }) => file)]),
  );
}

function namePages(files: readonly string[]): string {
  const all = [...new Set(files)];
  const shown = all.slice(0, 3).map(code).join(', ');
  return all.length > 3 ? `${all.length} pages (${shown} and others)` : shown;
}

/** @param common remarks that the report has once for all pages */
function whatToLookAt(
  page: ImportedPage,
  problems: readonly ContentProblem[] | undefined,
  common: ReadonlyMap<string, unknown>,
): string[] {
  const isLeft = page.outcome === 'edited' || page.outcome === 'deleted';
  return [
    ...(isLeft ? [`was ${page.outcome} since the last import, so this import left it alone`] : []),
    ...(problems ?? []).map(({ line, message, fix }) => `line ${line}: ${escape(`${message}: ${fix}`)}`),
    ...(page.kept < page.words ? [describeMissing(page)] : []),
    ...page.unanswered.map(({ address, reason }) => `${code(address)} ${escape(reason)}`),
    ...page.doubts.map(escape),
    ...joinRemarks(remarksOf(page).filter((remark) => !common.has(writeRemark(remark)))),
  ];
}

/** `a link leads to no heading`, and about `#top`. */
type Remark = { what: string; about: string };

function remarksOf({ unknown, notes }: ImportedPage): Remark[] {
  const parts = unknown.map(({ what, source, isInText }) => ({
    what: `${what}, ${isInText ? 'kept in the text' : 'only here'}`,
    about: code(shorten(oneLine(source), 2_000)),
  }));
  const split = notes.map((note): Remark => {
    const [, what = note, about = ''] = /^([^:]*): (.*)$/s.exec(note) ?? [];
    return { what, about: about && escape(about) };
  });
  return [...parts, ...split];
}

const maxAbouts = 10;

/** The same remark about a page is said once, with the first things that it is about. */
function joinRemarks(remarks: readonly Remark[]): string[] {
  return [...Map.groupBy(remarks, ({ what }) => what)].map(([what, group]) => {
    const number = group.length > 1 ? ` (${group.length} times)` : '';
    const abouts = [...new Set(group.map((remark) => remark.about))].filter(Boolean);
    const more = abouts.length > maxAbouts ? '; and others' : '';
    return writeRemark({ what: what + number, about: abouts.slice(0, maxAbouts).join('; ') + more });
  });
}

function writeRemark({ what, about }: Remark): string {
  return `${escape(what)}${about && `: ${about}`}`;
}

/** Keeps the bold of the missing words. */
function showRun(run: string): string {
  return escape(run).replaceAll('\\*\\*', '**');
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
