import { expect, test } from 'vitest';
import { escapeCode } from './literal-code.ts';
import { makeImportFolder } from '#test/import-folder.ts';
import { reportData } from '#test/report-data.ts';
import { importPost } from '#test/import-wordpress.ts';
import { readWordPress } from './wordpress/wordpress-source.ts';

test('the text between the tags of a code shortcode is kept exactly', async () => {
  const folder = makeImportFolder();
  const file = reportData('import-wp-code-shortcode/export.xml');

  const { pages } = await folder.import(await readWordPress(file, { uploads: undefined }));

  const code = `<?php echo $rope; ?>
<VirtualHost *:80>
  if ($a<$b) { echo "<b>hi</b>"; }
</VirtualHost>

// after an empty line`;
  expect(folder.read('content/news/sails.mdx').split('\n---\n\n')[1]).toBe(
    `Before.\n\n\`\`\`php\n${code}\n\`\`\`\n\n\`\`\`php\necho 1 < 2;\n\`\`\`\n\nAfter.\n`,
  );
  expect(pages[0]).toMatchObject({ unknown: [], words: 22, kept: 22 });
});

test.each([
  [
    'with an attribute',
    '[sourcecode language="js"]\na <b;\n\n[x]\n[/sourcecode]',
    '```js\na <b;\n\n[x]\n```',
  ],
  ['of another plugin', '[crayon lang=sql]\nSELECT 1 <> 2\n[/crayon]', '```sql\nSELECT 1 <> 2\n```'],
  ['without a language', '[code]\n<a>\n[/code]', '```\n<a>\n```'],
  ['in capitals', '[PHP]\n$a = [1];\n[/PHP]', '```php\n$a = [1];\n```'],
  ['stored escaped', '[html]\n&lt;b&gt; &amp;amp;\n[/html]', '```html\n<b> &amp;\n```'],
  ['with references', '[html]\n<p>&nbsp;&lt;</p>\n[/html]', '```html\n<p>&nbsp;&lt;</p>\n```'],
  [
    'with a gallery and a caption',
    '[text]\n[gallery ids="1"] [caption]x[/caption]\n[/text]',
    '```\n[gallery ids="1"] [caption]x[/caption]\n```',
  ],
  ['in a sentence', 'Type [bash]ls <dir>[/bash] to see', 'Type `ls <dir>` to see'],
  ['in `<pre>`', '<pre>[php]\nif (1 < 2) {}\n[/php]</pre>', '```php\nif (1 < 2) {}\n```'],
  ['shown as text', 'Write [[code]x[/code]] here', 'Write \\[code]x\\[/code] here'],
  ['with a title', '[php title="The sum"]\n1 < 2\n[/php]', '**The sum**\n\n```php\n1 < 2\n```'],
  ['without an end', 'See [code] and more', 'See \\[code] and more'],
  [
    'as `<pre>` with tags',
    '<pre><VirtualHost *:80>\n<b>A</b>\n</VirtualHost></pre>',
    '```\n<VirtualHost *:80>\nA\n</VirtualHost>\n```',
  ],
  [
    'as `<pre>` with a language',
    '<pre lang="php"><?php echo "<b>"; ?></pre>',
    '```php\n<?php echo "<b>"; ?>\n```',
  ],
  ['as `<pre>` with a brush', '<pre class="brush: css; title: ;">a &gt; b {}</pre>', '```css\na > b {}\n```'],
  [
    'as `<code>` in lines of its own',
    'A\n\n<code>\ndef foo\n\n  1\n</code>',
    'A\n\n```\ndef foo\n\n  1\n```',
  ],
  ['as `<code>` with a tag', 'Use <code><VirtualHost></code> twice', 'Use `<VirtualHost>` twice'],
])('code %s becomes code', async (_, content, written) => {
  const { body, page } = await importPost(content);

  expect(body).toBe(`${written}\n`);
  expect(page).toMatchObject({ unknown: [], kept: page?.words });
});

test('program code outside of code is in the report only', async () => {
  const { body, page } = await importPost('A <?php echo $secret; ?> b');

  expect(body).toBe('A b\n');
  expect(page?.unknown).toEqual([
    { what: 'program code', source: '<?php echo $secret; ?>', isInText: false },
  ]);
});

test('thousands of code shortcodes without an end stay as they are', () => {
  const html = '[code] <pre> '.repeat(20_000);

  expect(escapeCode(html)).toBe(html);
});
