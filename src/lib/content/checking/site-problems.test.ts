import { expect, test } from 'vitest';
import { checkContent } from '#lib/content/check.ts';
import { makeContentFolder } from '#test/content-folder.ts';
import { sampleInstitute } from '#test/sample-institute.ts';
import type { SiteFacts } from './site-problems.ts';

const source = `export const site = {
  notice: {
    text: 'Closed.',
    until: '2026-11-20',
    link: { title: 'Why', path: '/courses/soil' },
  },
  navigation: [
    { title: 'Courses', path: '/courses' },
    { title: 'Fees', path: '/fees' },
  ],
  footer: [{ title: 'Home', path: "/nowhere" }],
  home: {},
};
`;

const facts: SiteFacts = {
  notice: undefined,
  navigation: [{ path: '/courses' }],
  phoneMenu: [],
  footer: [],
  home: { audiences: [] },
  security: {},
};

async function check(changes: Partial<SiteFacts>): Promise<string[]> {
  const { problems } = await checkContent({
    directory: makeContentFolder(),
    institute: sampleInstitute,
    now: new Date('2026-11-21T12:00Z'),
    routes: ['/courses', '/register'],
    site: { facts: { ...facts, ...changes }, source },
  });
  return problems.map(
    ({ file, line, message, severity, fix }) => `${file}:${line}: ${severity}: ${message}: ${fix}`,
  );
}

const link = (path: string) => ({ title: 'A link', path });

test('accepts links to pages, routes, headings and other sites', async () => {
  const problems = await check({
    navigation: [link('/courses?level=4'), link('/courses/soil-science#field-work')],
    notice: { text: 'The house is closed.', until: '2026-11-21', link: link('https://example.org/why') },
    security: { policy: '/register' },
  });

  expect(problems).toEqual([]);
});

const mistakes: readonly (readonly [Partial<SiteFacts>, string])[] = [
  [
    { navigation: [link('/courses'), link('/fees')] },
    'src/site.ts:9: error: the link /fees leads to no page',
  ],
  [{ footer: [link('/nowhere')] }, 'src/site.ts:11: error: the link /nowhere leads to no page'],
  [
    { notice: { text: 'The house is closed.', until: '2026-11-30', link: link('/courses/soil') } },
    'src/site.ts:5: error: the link /courses/soil leads to no page',
  ],
  [
    { home: { audiences: [{ title: 'You', text: 'A text of twenty characters.', link: link('/apply') }] } },
    'src/site.ts:12: error: the link /apply leads to no page',
  ],
  [{ security: { policy: '/reports' } }, 'src/site.ts:1: error: the link /reports leads to no page'],
  [
    { notice: { text: 'The house is closed.', until: '2026-11-20' } },
    'src/site.ts:4: warning: the time in "until" has passed',
  ],
  [
    { notice: { text: 'The house is closed.', from: '2027-01-12', until: '2027-01-11' } },
    'src/site.ts:4: error: the notice ends before it starts',
  ],
];

test.for(mistakes)('reports %j', async ([changes, expected]) => {
  expect(await check(changes)).toEqual([expect.stringContaining(expected)]);
});
