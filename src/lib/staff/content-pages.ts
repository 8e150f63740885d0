import { contentCollections, type CollectionName } from '#lib/content/collections.ts';
import type { ContentReport, ReportedPage } from '#lib/content/report-file.ts';
import { byLastReview } from './content-report.ts';

const pagesShown = 50;
const problemsShown = 100;

export type ContentView = {
  day: string;
  problems: ContentReport['problems'];
  problemCount: number;
  warningCount: number;
  moreProblems: number;
  hidden: ReportedPage[];
  collections: { label: string; count: number; href: string; isCurrent: boolean }[];
  pages: ReportedPage[];
  previous: string | undefined;
  next: string | undefined;
};

/** What the page about the content shows at an address: one kind of content, a part of its pages. */
export function contentPage(report: ContentReport, { searchParams }: URL): ContentView {
  const open = report.pages.filter(({ isHidden }) => !isHidden);
  const kinds = [...new Set(open.map(({ collection }) => collection))];
  const kind = kinds.find((name) => name === searchParams.get('kind'));
  const wanted = byLastReview(open.filter(({ collection }) => !kind || collection === kind));
  const last = Math.max(1, Math.ceil(wanted.length / pagesShown));
  const page = Math.min(last, Math.max(1, Math.trunc(Number(searchParams.get('page')) || 1)));
  const warnings = report.problems.filter(({ severity }) => severity === 'warning');
  const graveFirst = [...report.problems.filter(({ severity }) => severity !== 'warning'), ...warnings];
  const link = (name: CollectionName | undefined) => ({
    label: name ? contentCollections[name].labels.plural : 'All',
    count: name ? open.filter(({ collection }) => collection === name).length : open.length,
    href: address(name, 1),
    isCurrent: name === kind,
  });
  return {
    day: report.day,
    problems: graveFirst.slice(0, problemsShown),
    problemCount: report.problems.length - warnings.length,
    warningCount: warnings.length,
    moreProblems: Math.max(0, graveFirst.length - problemsShown),
    hidden: report.pages.filter(({ isHidden }) => isHidden),
    collections: [undefined, ...kinds].map(link),
    pages: wanted.slice((page - 1) * pagesShown, page * pagesShown),
    previous: page > 1 ? address(kind, page - 1) : undefined,
    next: page < last ? address(kind, page + 1) : undefined,
  };
}

function address(kind: string | undefined, page: number): string {
  const parameters = new URLSearchParams({ ...(kind && { kind }), ...(page > 1 && { page: String(page) }) });
  return `/staff/content${parameters.size > 0 ? `?${parameters.toString()}` : ''}#pages`;
}
