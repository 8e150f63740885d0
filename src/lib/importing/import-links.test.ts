import { expect, test } from 'vitest';
import { importFiles } from '#test/import-markdown-files.ts';

const page = (fields = '', text = 'The tide goes out twice a day.') =>
  `---\ntitle: Tides\n${fields}\n---\n\n${text}\n`;

test('a link to a draft leads to the address that its page had at the old site', async () => {
  const { read, report } = await importFiles({
    'hugo.toml': 'baseURL = "https://old.example/club/"\n[permalinks]\nposts = "/:year/:slug/"\n',
    'content/about.md': page('', 'See [a](posts/ebb.md#x), [b](gone.md).'),
    'content/posts/ebb.md': page('date: 2024-05-06\ndraft: true'),
  });

  expect(read('handbook/about.mdx')).toContain('[a](https://old.example/club/2024/tides/#x)');
  expect(report).toContain('a link goes to the old site, since its page is a draft: /news/ebb');
});

test('a link to a draft of a folder without addresses is left out, and the report says so once', async () => {
  const { read, report } = await importFiles({
    'a.md': page('', 'See [b](b.md).'),
    'b.md': page('draft: true'),
  });

  expect(read('handbook/a.mdx')).toContain('See b.');
  expect(report).toContain('a link is left out, since its page is a draft: /handbook/b');
  expect(report).not.toContain('leads to no imported page');
});

test.each([
  ['Hugo', { 'hugo.toml': 'baseURL = "https://old.example/"' }, 'content/x/'],
  ['Jekyll', { '_config.yml': 'url: https://old.example\npermalink: pretty\n' }, 'x/'],
  [
    'Starlight',
    { 'astro.config.mjs': "export default { site: 'https://old.example' };" },
    'src/content/docs/x/',
  ],
  ['MkDocs', { 'mkdocs.yml': 'site_url: https://old.example/\n' }, 'docs/x/'],
])('%s: relative links start below the address of the page', async (_, settings, folder) => {
  const { read } = await importFiles({
    ...(settings as Record<string, string>),
    [`${folder}a.md`]: page(
      '',
      '[b](../b/) [other](../../b/) [lost](../gone/?y=1) [http](http://www.old.example/x/b)',
    ),
    [`${folder}b.md`]: page(),
    [`${folder.replace('x/', '')}b.md`]: page(),
  });

  expect(read('handbook/x/a.mdx')).toContain(
    '[b](/handbook/x/b) [other](/handbook/b) [lost](https://old.example/x/gone/?y=1) [http](/handbook/x/b)',
  );
});

test('Hugo: ref finds a text by its name, in the folder of texts, and beside', async () => {
  const { read, result } = await importFiles({
    'hugo.toml': 'baseURL = "https://old.example/"\n[permalinks]\nposts = "/:year/:slug/"\n',
    'content/x/a.md': page(
      '',
      '[1]({{< ref "ebb" >}}) [2]({{< ref "posts/ebb.md" >}}) [3]({{< relref "/posts/ebb#the-end" >}}) [4]({{< ref "c" >}})',
    ),
    'content/x/c.md': page(),
    'content/y/c.md': page(),
    'content/posts/ebb.md': page('date: 2024-05-06', '## The end\n\nText.'),
  });

  expect(read('handbook/x/a.mdx')).toContain(
    '[1](/news/ebb) [2](/news/ebb) [3](/news/ebb#the-end) [4](/handbook/x/c)',
  );
  expect(result.pages.flatMap(({ notes }) => notes)).toEqual([]);
});

test('Hugo and Jekyll make addresses of names and titles in their own ways', async () => {
  const hugo = await importFiles({
    'hugo.toml': '[permalinks]\nposts = "/:slug/"\n',
    'content/posts/a.md': '---\ntitle: Größe & Maß\n---\n\nText.\n',
    "content/What's  New - now.md": page(),
    'content/b.md': page('slug: My Slug'),
  });
  const jekyll = await importFiles({
    '_config.yml': 'permalink: /:title/\n',
    '_posts/2024-05-06-Hello World, you.md': page(),
    '_posts/2024-05-07-b.md': page('permalink: /:slug/\nslug: My Slug'),
  });

  expect([...hugo.redirects.keys()].toSorted()).toEqual(['/größe-maß', '/my-slug', '/whats-new-now']);
  expect([...jekyll.redirects.keys()].toSorted()).toEqual(['/Hello-World,-you', '/my-slug']);
});

test('links of Obsidian by name lead to the new page, and stay words without such a page', async () => {
  const { read, result } = await importFiles({
    'notes/High Tide.md': '# High Tide\n\n## Twice a day\n\nWater.\n',
    'a.md':
      '# A\n\n[[High Tide]], [[notes/high tide|the water]], [[High Tide#Twice a day|when]], [[Gone]], `[[High Tide]]`\n\n| [[High Tide\\|in a table]] |\n| - |\n| x |\n',
  });

  expect(read('handbook/a.mdx').split('---\n\n')[1]).toBe(
    '[High Tide](/handbook/notes/high-tide), [the water](/handbook/notes/high-tide), [when](/handbook/notes/high-tide), \\[\\[Gone]], `[[High Tide]]`\n\n| [in a table](/handbook/notes/high-tide) |\n| --- |\n| x |\n',
  );
  expect(result.pages.map(({ missing }) => missing)).toEqual([[], []]);
});
