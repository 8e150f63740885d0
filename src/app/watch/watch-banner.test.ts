import { expect, test } from 'vitest';
import type { ContentReport } from '#lib/content/report-file.ts';
import { makeBanner, type Watched } from './watch-banner.ts';

type Problem = ContentReport['problems'][number];

const broken: Problem = {
  file: 'src/content/pages/trial.mdx',
  line: 6,
  message: 'a { in the text is read as code',
  fix: 'write \\{',
  severity: 'fatal',
};
const brokenLine = 'src/content/pages/trial.mdx:6: a { in the text is read as code: write \\{';

const problemIn = (file: string, severity: Problem['severity']): Problem => ({
  ...broken,
  file: `src/content/${file}`,
  severity,
});

function watched(problems: Problem[], outcome: Watched['outcome'] = { refused: '' }): Watched {
  const page = { title: '', collection: 'pages', updated: null, reviewBy: null, owner: null } as const;
  const hidden = (address: string, reason: 'draft' | 'scheduled' | 'expired' | null) => ({
    ...page,
    address,
    file: '',
    hidden: reason,
  });
  return {
    outcome,
    pathOf: (file) => file.replace('src/content/', ''),
    report: {
      day: '2026-11-25',
      problems,
      pages: [hidden('/draft', 'draft'), hidden('/later', 'scheduled'), hidden('/trial', null)],
    },
  };
}

const bannerOf = (path: string, state: Watched, exists = true) => makeBanner({ path, exists }, state);

test('a page without problems has no banner', () => {
  expect(bannerOf('/trial', watched([]))).toBe('');
  expect(bannerOf('/trial', { ...watched([]), report: undefined, outcome: undefined })).toBe('');
});

test('a page that cannot be rendered has its problem with file, line and fix, and says which version it is', () => {
  const state = watched([broken], { refused: brokenLine });

  expect(bannerOf('/trial', state)).toBe(
    '<section class="watch-banner" aria-label="Preview"><p>This is the last version of this page that could be shown.</p><details open><summary>1 thing to fix in the content, 1 on this page</summary><ul><li><code>src/content/pages/trial.mdx:6</code> A { in the text is read as code: write \\{</li></ul></details></section>',
  );
  expect(bannerOf('/trial', state, false)).toContain('<p>This page can’t be shown yet.</p>');
  expect(bannerOf('/about', state)).not.toContain('<p>');
});

test('a problem is the same banner before and after the publication that reports it', () => {
  const other = problemIn('pages/zoo.mdx', 'error');
  const before = watched([other], { refused: brokenLine });
  const after = watched([other, broken], { refused: brokenLine });

  expect(bannerOf('/trial', before)).toContain('2 things to fix');
  expect(bannerOf('/trial', after)).toBe(bannerOf('/trial', before));
});

test('problems of other pages follow, warnings are on their own page only', () => {
  const problems = [problemIn('courses/a.mdx', 'error'), problemIn('pages/about.mdx', 'warning')];

  const about = bannerOf('/about', watched(problems));
  const course = bannerOf('/courses/a', watched(problems));

  expect(about).toContain('2 things to fix in the content, 1 on this page');
  expect(about.indexOf('pages/about.mdx:6')).toBeLessThan(about.indexOf('courses/a.mdx:6'));
  expect(about).toContain('Warning: a {');
  expect(course).toContain('1 thing to fix in the content, 1 on this page');
  expect(bannerOf('/news', watched([problemIn('pages/about.mdx', 'warning')]))).toBe('');
});

test('a page that readers do not see says so, until they do', () => {
  expect(bannerOf('/draft', watched([]))).toContain('<p>Draft: readers don’t see this page.</p>');
  expect(bannerOf('/later', watched([]))).toContain('Not published yet');
});

test('a page whose rendering fails is named, also without a problem in the report', () => {
  const refused = 'pages/trial.mdx:1: the page cannot be rendered: correct its last edit';

  const banner = bannerOf('/trial', watched([], { refused }));

  expect(banner).toContain('This is the last version of this page');
  expect(banner).toContain('<code>pages/trial.mdx:1</code> The page cannot be rendered');
});

test('every page says why nothing could be published, as text', () => {
  const failure = 'the disk is <b>full</b>';

  expect(bannerOf('/about', watched([], { refused: '', failure }))).toContain(
    '<p>Your changes can’t be shown: the disk is &lt;b&gt;full&lt;/b&gt;</p>',
  );
});
