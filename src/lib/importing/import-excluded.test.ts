import { expect, test } from 'vitest';
import { importFiles } from '#test/import-markdown-files.ts';

const page = '---\ntitle: Tides\n---\n\nThe tide goes out twice a day.\n';

test.each([
  [
    'MkDocs',
    {
      'mkdocs.yml':
        'exclude_docs: |\n  # not yet\n  drafts/\n  /plan.md\n  *.old.md\n  !kept.old.md\ndraft_docs: next.md\n',
    },
    'docs',
  ],
  [
    'VitePress',
    {
      'docs/.vitepress/config.mts':
        "export default { srcExclude: ['**/drafts/**', 'plan.md', '**/{next,a.old}.md'] }",
    },
    'docs',
  ],
  [
    'VuePress',
    {
      'docs/.vuepress/config.js':
        "export default { pagePatterns: ['**/*.md', '!**/drafts', '!plan.md', '!x/next.md', '!a.old.md'] }",
    },
    'docs',
  ],
  [
    'Eleventy',
    {
      'eleventy.config.js':
        "export default (c) => { c.ignores.add('text/x/drafts/**'); c.ignores.add('text/plan.md'); return { dir: { input: 'text' } }; }",
      '.eleventyignore': '*.old.md\n!kept.old.md\ntext/x/next.md\n',
    },
    'text',
  ],
])('%s: what the settings exclude is left out', async (_, settings, folder) => {
  const names = [
    ...(folder === 'docs' && 'mkdocs.yml' in settings ? ['templates/mail'] : []),
    'x/drafts/b',
    'plan',
    'a.old',
    'x/next',
    'kept.old',
    'x/open',
  ];
  const { files, report } = await importFiles({
    ...(settings as Record<string, string>),
    ...Object.fromEntries(names.map((name) => [`${folder}/${name}.md`, page])),
  });

  expect(files).toEqual(['handbook/kept-old.mdx', 'handbook/x/open.mdx']);
  expect(report).toContain('is excluded by the settings of the source');
});
