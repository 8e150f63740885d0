import { momentOf } from '#lib/content/local-time.ts';
import { endOfNotice, type Notice } from '#lib/content/notice.ts';
import type { Home } from '#lib/content/home.ts';
import type { Clock } from '#lib/content/terms.ts';
import type { ContentIndex } from './content-index.ts';
import { checkLink } from './link-problems.ts';
import type { ContentProblem, Finding } from './problem.ts';
import { lineOfKey, siteFile } from './site-shape.ts';

type NamedLink = { path: string };

/** The facts of `src/site.ts` that name pages or days. */
export type SiteFacts = {
  navigation: readonly NamedLink[];
  phoneMenu: readonly NamedLink[];
  footer: readonly NamedLink[];
  home: Home;
  notice: Notice | undefined;
  security: { policy?: string | undefined };
};

type SiteCheck = {
  site: SiteFacts;
  /** The text of `src/site.ts`, for line numbers. */
  source: string;
  index: ContentIndex;
  clock: Clock;
};

/** Links in `src/site.ts` that lead nowhere, and a notice with wrong days. */
export function findSiteProblems(check: SiteCheck): ContentProblem[] {
  const found = [...findDeadLinks(check), ...findNoticeProblems(check)];
  return found.map((finding) => ({ file: siteFile, ...finding }));
}

function findDeadLinks({ site, source, index }: SiteCheck): Finding[] {
  const { audiences, voice } = site.home;
  const links: Record<string, readonly (string | undefined)[]> = {
    notice: [site.notice?.link?.path],
    home: [...audiences.map(({ link }) => link.path), voice?.path],
    navigation: site.navigation.map(({ path }) => path),
    phoneMenu: site.phoneMenu.map(({ path }) => path),
    footer: site.footer.map(({ path }) => path),
    security: [site.security.policy],
  };
  return Object.entries(links).flatMap(([key, paths]) =>
    paths.flatMap((path): Finding[] => {
      const from = { collection: 'pages', name: 'site', hidden: undefined } as const;
      const problem = path === undefined ? undefined : checkLink(path, from, index);
      if (path === undefined || !problem) return [];
      return [{ line: lineOfText(source, path, lineOfKey(source, [key])), severity: 'error', ...problem }];
    }),
  );
}

/** The first line from `start` on that has a text in quotes, or `start`. */
function lineOfText(source: string, text: string, start: number): number {
  const rest = source.split('\n').slice(start - 1);
  const index = rest.findIndex((line) => [`'${text}'`, `"${text}"`].some((quoted) => line.includes(quoted)));
  return start + Math.max(0, index);
}

function findNoticeProblems({ site: { notice }, source, clock }: SiteCheck): Finding[] {
  if (!notice) return [];
  const start = momentOf(notice.from, clock.timeZone);
  const end = endOfNotice(notice, clock.timeZone);
  if (end === undefined) return [];
  const line = lineOfKey(source, ['notice', 'until']);
  if (start !== undefined && end <= start) {
    const message = 'the notice ends before it starts, so readers never see it';
    return [{ line, message, fix: 'change "from" or "until" of the notice', severity: 'error' }];
  }
  if (end > clock.now) return [];
  const message = 'the time in "until" has passed, so readers no longer see the notice';
  return [{ line, message, fix: 'write notice: undefined, or a later day', severity: 'warning' }];
}
