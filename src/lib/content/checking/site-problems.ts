import type { ContentIndex } from './content-index.ts';
import { checkLink } from './link-problems.ts';
import type { ContentProblem } from './problem.ts';
import { lineOfKey, siteFile } from './site-shape.ts';

/** The facts of `src/site.ts` that name pages. */
export type SiteFacts = { security: { policy?: string | undefined } };

type SiteCheck = {
  site: SiteFacts;
  /** The text of `src/site.ts`, for line numbers. */
  source: string;
  index: ContentIndex;
};

/** Links in `src/site.ts` that lead nowhere. */
export function findSiteProblems({ site, source, index }: SiteCheck): ContentProblem[] {
  const { policy } = site.security;
  const from = { collection: 'pages', name: 'site', hidden: undefined } as const;
  const problem = policy === undefined ? undefined : checkLink(policy, from, index);
  if (!problem) return [];
  return [{ file: siteFile, line: lineOfKey(source, ['security', 'policy']), severity: 'error', ...problem }];
}
