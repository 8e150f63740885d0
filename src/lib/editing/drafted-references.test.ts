import { expect, test } from 'vitest';
import type { Finding } from '#lib/content/checking/problem.ts';
import { explainDrafted } from './drafted-references.ts';

const drafts = {
  listAll: async () => [
    { path: 'people/nia-reed.mdx', text: '---\ntitle: Nia Reed\n---\n' },
    { path: 'people/gone.mdx', text: null },
    { path: 'settings/notice.yaml', text: 'text: Snow\n' },
    { path: 'handbook/money/grants.mdx', text: '---\ntitle: Grants\n---\n' },
  ],
};
const problem = (missing?: string): Finding => ({
  message: 'there is no person',
  fix: 'use a file',
  line: 1,
  severity: 'error',
  ...(missing !== undefined && { missing }),
});

test('a reference to a draft of other changes says how to publish both together', async () => {
  const [explained] = await explainDrafted([problem('/people#nia-reed')], drafts);

  expect(explained).toMatchObject({
    message: 'Nia Reed is a draft of other changes',
    fix: 'publish both together: select “Check and submit”, then “Publish it together with other changes”',
    severity: 'error',
  });
});

test('a link to the page of a draft of other changes says so, too', async () => {
  const [explained] = await explainDrafted([problem('/handbook/money/grants')], drafts);

  expect(explained?.message).toBe('Grants is a draft of other changes');
});

test('references to entries that are missing or being deleted, and other problems, stay as they are', async () => {
  const problems = [problem('/people#nobody'), problem('/people#gone'), problem()];

  expect(await explainDrafted(problems, drafts)).toEqual(problems);
});
