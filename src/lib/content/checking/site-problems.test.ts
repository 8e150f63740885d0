import { expect, test } from 'vitest';
import { checkContent } from '#lib/content/check.ts';
import { makeContentFolder } from '#test/content-folder.ts';
import { sampleInstitute } from '#test/sample-institute.ts';

const source = `export const site = {
  security: {
    languages: ['en'],
    policy: '/reports',
  },
};
`;

async function check(policy: string | undefined): Promise<string[]> {
  const { problems } = await checkContent({
    directory: makeContentFolder(),
    institute: sampleInstitute,
    now: new Date('2026-11-21T12:00Z'),
    routes: ['/courses', '/register'],
    site: { facts: { security: { policy } }, source },
  });
  return problems.map(({ file, line, message, severity }) => `${file}:${line}: ${severity}: ${message}`);
}

test.each([undefined, '/register', '/courses/soil-science#field-work'])(
  'accepts the policy %s',
  async (policy) => {
    expect(await check(policy)).toEqual([]);
  },
);

test('reports a policy without a page at its line', async () => {
  expect(await check('/reports')).toEqual(['src/site.ts:4: error: the link /reports leads to no page']);
});
