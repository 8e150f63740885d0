import { expect, test } from 'vitest';
import { importFiles } from '#test/import-markdown-files.ts';

const docusaurus = { 'docusaurus.config.js': "module.exports = { url: 'https://old.example' };" };

test.each([
  ['Docusaurus', { ...docusaurus, 'docs/a.md': '# A\n\n- x\n\n  ```js {1} title="src/a.js"\n  y\n  ```\n' }],
  ['Hugo', { 'hugo.toml': '', 'content/a.md': '# A\n\n- x\n\n  ```js {title="src/a.js"}\n  y\n  ```\n' }],
  ['VitePress', { 'a.md': '# A\n\n- x\n\n  ```js{1,3}:line-numbers [src/a.js]\n  y\n  ```\n' }],
])('the title of code of %s stands above the code', async (_system, source: Record<string, string>) => {
  const { read, result } = await importFiles(source);

  expect(read('handbook/a.mdx')).toContain('- x\n\n  **src/a.js**\n\n  ```js\n  y\n  ```\n');
  expect(result.pages[0]?.isDraft).toBe(false);
});

test('the report names each kind of part of a page once, with its number', async () => {
  const { report } = await importFiles({
    ...docusaurus,
    'docs/a.md': '# A\n\n<Demo>\n\nOne\n\n</Demo>\n\n<Demo>\n\nTwo\n\n</Demo>\n\n{/* x */}\n\n{/* y */}\n',
  });

  expect(report).toContain(
    '- the component Demo, only here (2 times): `<Demo>`\n- a comment, only here (2 times): ',
  );
});

test.each([
  ['See [the *long* site](https://x.example/ "Its own title") there.'],
  ['See [the site][s] and [s][] there.\n\n[s]: https://x.example/ "Its own title"'],
  ['See [the site][s] there.\n\n[s]: <https://x.example/>\n'],
  [
    'See ![A pier](https://x.example/a.png "Its own title") and [![A boat](https://x.example/b.png)](https://x.example/ "All boats") there.',
  ],
  ['Code `[a](b "its own title")` and [a word [of two]](https://x.example/ "Title").'],
])('titles of links are words of both: %j', async (text) => {
  const { result } = await importFiles({ 'a.md': `---\ntitle: A\n---\n\n${text}\n` });

  expect(result.pages[0]).toMatchObject({ missing: [], isDraft: false });
});
