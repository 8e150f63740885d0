import { entryAddress, entryId } from '#lib/content/addresses.ts';
import { formatProblems, type ContentProblem } from '#lib/content/checking/problem.ts';
import { collectionNames } from '#lib/content/collections.ts';
import { escapeHtml } from '#lib/content/html-text.ts';
import type { ContentReport } from '#lib/content/report-file.ts';
import { watchTexts } from '#lib/i18n/en/watch.ts';
import type { PublicationOutcome } from '#lib/publishing/activation/publication-requests.ts';

/** What the banner tells about a state of the content. */
export type Watched = {
  /** The report of the publication that is served. */
  report: ContentReport | undefined;
  /** The last attempt to publish. Undefined before the first. */
  outcome: Pick<PublicationOutcome, 'refused' | 'failure'> | undefined;
  /** The path below the content folder of a file in a problem. */
  pathOf: (file: string) => string;
};

/** `file:line`, and the problem with its fix. */
type Line = { place: string; text: string; address: string | undefined };

/**
 * The banner of a page: why readers do not see it, why its last state cannot be shown, and the problems of the content
 * with file, line and fix. Warnings are on their own pages only.
 * @param page `exists` is false for an address without a page
 * @returns HTML, empty if there is nothing to tell
 */
export function makeBanner(page: { path: string; exists: boolean }, watched: Watched): string {
  const { report, outcome, pathOf } = watched;
  const problems = report?.problems ?? [];
  const isHere = ({ address }: Line) => address === page.path;
  const toLines = (found: readonly ContentProblem[]) => readLines(formatProblems(found), pathOf);
  // A refused file is in the report, too, unless only its page could not be rendered.
  const errors = withoutRepeats([
    ...toLines(problems.filter(({ severity }) => severity !== 'warning')),
    ...readLines(outcome?.refused ?? '', pathOf),
  ]);
  const blocking = withoutRepeats([
    ...toLines(problems.filter(({ severity }) => severity === 'fatal')),
    ...readLines(outcome?.refused ?? '', pathOf),
  ]);
  const warnings = toLines(problems.filter(({ severity }) => severity === 'warning')).filter(isHere);
  const here = [...errors.filter(isHere), ...warnings];
  const elsewhere = errors.filter((line) => !isHere(line));
  const hidden = report?.pages.find(({ address }) => address === page.path)?.hidden;
  const sentences = [
    ...(outcome?.failure ? [watchTexts.notPublished(outcome.failure)] : []),
    ...(blocking.some(isHere) ? [page.exists ? watchTexts.outdated : watchTexts.missing] : []),
    ...(hidden ? [watchTexts.hidden[hidden]] : []),
  ];
  const lines = [...here, ...elsewhere];
  if (sentences.length + lines.length === 0) return '';
  const paragraphs = sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('');
  const title = watchTexts.problems(lines.length, here.length);
  const items = lines.map(toItem).join('');
  const list = items && `<details open><summary>${title}</summary><ul>${items}</ul></details>`;
  return `<section class="watch-banner" aria-label="${watchTexts.label}">${paragraphs}${list}</section>`;
}

/** Reads formatted problems: one per line. */
function readLines(formatted: string, pathOf: (file: string) => string): Line[] {
  return formatted.split('\n').flatMap((line) => {
    const [, file, number, text] = /^(.+?):(\d+): (.+)$/.exec(line) ?? [];
    if (file === undefined || text === undefined) return [];
    return { place: `${file}:${number}`, text, address: addressOf(pathOf(file)) };
  });
}

function toItem({ place, text }: Line): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return `<li><code>${escapeHtml(place)}</code> ${escapeHtml(sentence)}</li>`;
}

/** Sorted, so that the order of the sources does not matter. */
function withoutRepeats(lines: readonly Line[]): Line[] {
  const byText = new Map(lines.map((line) => [`${line.place} ${line.text}`, line]));
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

/** The address of the page of a file. @param path below the content folder */
function addressOf(path: string): string | undefined {
  const collection = collectionNames.find((name) => path.startsWith(`${name}/`));
  return collection && entryAddress(collection, entryId(path.slice(collection.length + 1)));
}
