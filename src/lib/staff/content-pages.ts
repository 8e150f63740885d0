import { contentCollections, type CollectionName } from '#lib/content/collections.ts';
import type { ContentReport, ReportedPage } from '#lib/content/report-file.ts';

const pagesPerPage = 50;
const maxProblemsShown = 100;

/** Returns undefined in a preview, which has no report. */
type ReadReport = () => Promise<ContentReport | undefined>;

/** Reads the data of the content page: problems, drafts, and one page of a collection's entries. */
export async function readContentView(readReport: ReadReport, url: URL) {
  const report = await readReport();
  return report && contentView(report, url);
}

export async function countContent(readReport: ReadReport) {
  const report = await readReport();
  if (!report) return undefined;
  return {
    pages: report.pages.filter(({ hidden }) => hidden === null).length,
    drafts: report.pages.filter(({ hidden }) => hidden !== null).length,
    problems: report.problems.filter(({ severity }) => severity !== 'warning').length,
  };
}

export function contentView(report: ContentReport, { searchParams }: URL) {
  const published = report.pages.filter(({ hidden }) => hidden === null);
  const names = [...new Set(published.map(({ collection }) => collection))];
  const chosen = names.find((name) => name === searchParams.get('kind'));
  const pages = byLastReview(published.filter(({ collection }) => !chosen || collection === chosen));
  const last = Math.max(1, Math.ceil(pages.length / pagesPerPage));
  const page = Math.min(last, Math.max(1, Math.trunc(Number(searchParams.get('page')) || 1)));
  const warnings = report.problems.filter(({ severity }) => severity === 'warning');
  const problems = [...report.problems.filter(({ severity }) => severity !== 'warning'), ...warnings];
  const tab = (name: CollectionName | undefined) => ({
    label: name ? contentCollections[name].labels.plural : 'All',
    count: name ? published.filter(({ collection }) => collection === name).length : published.length,
    href: address(name, 1),
    isCurrent: name === chosen,
  });
  return {
    day: report.day,
    problems: problems.slice(0, maxProblemsShown),
    problemCount: problems.length - warnings.length,
    warningCount: warnings.length,
    moreProblems: Math.max(0, problems.length - maxProblemsShown),
    hidden: report.pages.filter(({ hidden }) => hidden !== null),
    collections: [undefined, ...names].map(tab),
    pages: pages.slice((page - 1) * pagesPerPage, page * pagesPerPage),
    previous: page > 1 ? address(chosen, page - 1) : undefined,
    next: page < last ? address(chosen, page + 1) : undefined,
  };
}

/** Sorts pages without a date first, then those that have been unchanged for the longest time. */
function byLastReview(pages: readonly ReportedPage[]): ReportedPage[] {
  return pages.toSorted(
    (a, b) => (a.updated ?? '').localeCompare(b.updated ?? '') || a.address.localeCompare(b.address),
  );
}

function address(collection: string | undefined, page: number): string {
  const query = new URLSearchParams({
    ...(collection && { kind: collection }),
    ...(page > 1 && { page: String(page) }),
  });
  return `/staff/content/report${query.size > 0 ? `?${query}` : ''}#pages`;
}
