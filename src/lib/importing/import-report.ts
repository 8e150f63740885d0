import { count, type ContentProblem } from '#lib/content/checking/problem.ts';
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

/** The figures of an import, for the end of the command. Those that are zero are left out. */
export function summarizeImport({ result: { pages, people }, problems }: ReportOptions): string[] {
  const outcomes = [...Map.groupBy(pages, ({ outcome }) => outcome)].map(
    ([outcome, group]) => `${group.length} ${outcome}`,
  );
  const sum = (figure: 'words' | 'kept' | 'leftOut' | 'pictures' | 'missingPictures') =>
    pages.reduce((total, page) => total + page[figure], 0);
  const isValid = ({ file }: ImportedPage) =>
    (problems.get(file) ?? []).every(({ severity }) => severity === 'warning');
  const unsure = pages.filter(isUnsure);
  const parts = pages.flatMap(({ unknown }) => unknown);
  const figures: [string, number][] = [
    ['authors', people.length],
    ['pictures', sum('pictures')],
    ['missing pictures', sum('missingPictures')],
    ['old addresses without an imported page', pages.flatMap(({ unanswered }) => unanswered).length],
    ['pages to look at first', unsure.length],
    ['drafts among them', unsure.filter(({ isDraft }) => isDraft).length],
    ['parts that are code blocks or links now', parts.filter(({ isInText }) => isInText).length],
    ['parts left out on purpose', parts.filter(({ isInText }) => !isInText).length],
    ['words of these parts', sum('leftOut')],
    ['summaries that are the start of the text', pages.filter(({ hasMadeSummary }) => hasMadeSummary).length],
  ];
  return [
    `${count(pages.length, 'page')}: ${outcomes.join(', ') || 'none'}`,
    `${pages.filter(isValid).length} of ${pages.length} are valid as they are`,
    `${percent(sum('kept'), sum('words'))} of ${sum('words')} words kept`,
    ...figures.filter(([, number]) => number > 0).map(([what, number]) => `${what}: ${number}`),
  ];
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
  const shareOf = ({ words, kept }: ImportedPage) => (words === 0 ? 1 : kept / words);
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
    .join('\n\n');
}

function isUnsure(page: ImportedPage): boolean {
  return !isLeft(page) && (isIncomplete(page) || page.doubts.length > 0);
}

/** Whether an editor changed or deleted the entry, so the import left it alone. */
function isLeft({ outcome }: ImportedPage): boolean {
  return outcome === 'edited' || outcome === 'deleted';
}

function describeUnsure(page: ImportedPage): string {
  const isSaid = page.doubts.some((doubt) => doubt.includes('is a draft'));
  const state = page.isDraft && !isSaid ? ', a draft' : '';
  return `${code(page.file)}${state}: ${[...describeMissing(page), ...page.doubts.map(escape)].join('. ')}`;
}

/** The bold of the missing words is kept. */
function describeMissing({ words, kept, missing }: ImportedPage): string[] {
  const runs = missing.map((run) => escape(run).replaceAll('\\*\\*', '**'));
  return kept < words ? [`${words - kept} of ${words} words are missing: ${runs.join('; ')}`] : [];
}

const manyPages = 5;

/** What was left out on purpose, each kind once, with its number, its pages and an example. */
function listLeftOut(pages: readonly ImportedPage[]): string[] {
  const parts = pages
    .flatMap(({ unknown, file }) => unknown.map((part) => ({ ...part, file })))
    .filter(({ isInText }) => !isInText);
  return [...Map.groupBy(parts, ({ what }) => what)].map(([what, group]) => {
    const source = shorten(oneLine(group[0]?.source ?? ''), 200);
    const files = [...new Set(group.map(({ file }) => file))];
    return `${escape(what)}: ${count(group.length, 'part')} of ${namePages(files)}, such as ${code(source)}`;
  });
}

/** Remarks that many pages have, with these pages. */
function findCommon(pages: readonly ImportedPage[]): Map<string, string[]> {
  const lines = pages.flatMap((page) =>
    remarksOf(page).map((remark) => ({ line: writeRemark(remark), file: page.file })),
  );
  const files = [...Map.groupBy(lines, ({ line }) => line)].map(([line, group]): [string, string[]] => [
    line,
    [...new Set(group.map(({ file }) => file))],
  ]);
  return new Map(files.filter(([, each]) => each.length > manyPages));
}

function namePages(files: readonly string[]): string {
  const shown = files.slice(0, 3).map(code).join(', ');
  return files.length > 3 ? `${files.length} pages (${shown} and others)` : shown;
}

/** @param common remarks that the report has once for all pages */
function whatToLookAt(
  page: ImportedPage,
  problems: readonly ContentProblem[] | undefined,
  common: ReadonlyMap<string, unknown>,
): string[] {
  return [
    ...(isLeft(page) ? [`was ${page.outcome} since the last import, so this import left it alone`] : []),
    ...(problems ?? []).map(({ line, message, fix }) => `line ${line}: ${escape(`${message}: ${fix}`)}`),
    ...(isUnsure(page) ? [] : [...describeMissing(page), ...page.doubts.map(escape)]),
    ...page.unanswered.map(({ address, reason }) => `${code(address)} ${escape(reason)}`),
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

function table(pages: readonly ImportedPage[]): string {
  const rows = pages.map(
    ({ id, address, outcome, kept, words, links, pictures }) =>
      `| ${code(id)} | ${code(address)} | ${outcome} | ${percent(kept, words)} of ${words} | ${links} | ${pictures} |\n`,
  );
  return `| source | address | outcome | words kept | links | pictures |\n| - | - | - | - | - | - |\n${rows.join('')}`;
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
