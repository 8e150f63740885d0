import { expect, test } from 'vitest';
import { makeImportFolder } from '#test/import-folder.ts';
import { readWordPressXml } from '#test/import-wordpress.ts';
import { createRandom } from '#test/random.ts';
import { writeExport, writeItem, oldSite } from '#test/wordpress-export.ts';
import { compareWords, findMissing } from './compare-words.ts';
import { readRawWords } from './raw-words.ts';

const split = (text: string) => text.split(' ').filter(Boolean);

test.each([
  ['the same words', 'a b c a b', 'a b c a b', ''],
  ['a word in the middle', 'a b c d', 'a b d', 'c'],
  ['words in another order', 'one two three four five', 'four five one two three', 'four five'],
  ['a repeated word that is once in the entry', 'the boat the boat', 'the boat', 'the boat'],
  ['everything', 'a b', '', 'a b'],
  ['a text between repeated words', 'x x y x x', 'x x x x', 'y'],
])('finds missing words: %s', (_, source, entry, missing) => {
  const before = split(source);

  const found = findMissing(before, split(entry));

  expect(before.filter((_word, at) => found[at])).toEqual(split(missing));
});

test('compares 50,000 words of which hundreds are missing', () => {
  const random = createRandom(5);
  const vocabulary = Array.from({ length: 4_000 }, (_, at) => `w${at}`);
  const words = Array.from({ length: 50_000 }, () => vocabulary[Math.floor(random() ** 3 * 4_000)] ?? '');
  const kept = words.filter((_, at) => at % 97 !== 0);

  const { words: all, kept: found } = compareWords(words, kept, []);

  expect(all).toBe(50_000);
  expect(found).toBe(kept.length);
});

test('parts that were left out on purpose are no missing words, and no kept ones', () => {
  const source = split('Home News Home again the text Share text ends');

  const result = compareWords(source, split('Home again the text ends'), [
    ['Share', 'text'],
    ['home', 'news'],
  ]);

  expect(result).toEqual({ words: 5, kept: 5, leftOut: 4, missing: [] });
});

test('missing words are shown with the words around them', () => {
  const source = split('one two three four five six seven eight');

  const { missing, kept } = compareWords(source, split('one two three four five eight'), []);

  expect(missing).toEqual(['two three four five **six seven** eight']);
  expect(kept).toBe(6);
});

test.each([
  ['html', '<p>H<b>a</b>lf <img alt="A mill" src="x.png"> &uuml;ber<br>all</p>', 'Half A mill über all'],
  [
    'html',
    '<html><head><title>Site</title></head><body><h1>One</h1><!-- no --><a title="tip">x</a>',
    'One tip x',
  ],
  ['html', '<pre>if (a &lt; b) <i>go</i></pre> a < b <o:p>x</o:p>', 'if a b go a b o p x o p'],
  [
    'wordpress',
    '[code lang="php"]<?php echo $rope; ?> <VirtualHost *:80>[/code]',
    'php echo rope VirtualHost 80',
  ],
  [
    'wordpress',
    '[caption width="3"]<img alt="Mill"> In May[/caption] He said [sic]',
    'Mill In May He said sic',
  ],
  ['markdown', '1. A [link](a/b.md "Tip") and ![alt](x.png)\n\n[x]: /url "Title"\n', 'A Tip link and alt'],
  ['markdown', '```js title="a.js"\n<b>{{< x >}} 1. &amp;\n```\n', 'a js b x 1 amp'],
  ['markdown', '`<b>` {{< figure src="a" alt="An alt" >}} {% comment %}no{% endcomment %}', 'b An alt'],
  [
    'markdown',
    '## Part {#p}\n\n:::note[Mind]\n> [!NOTE]\n{: .class}\nText[^1].\n\n[^1]: Last.\n\nMiddle',
    'Part Mind Text Middle Last',
  ],
  ['markdown', '<Tabs label="Red"><b>in</b>side</Tabs> {/* no */}<!-- no --> R&amp;D', 'Red inside R D'],
] as const)('reads the words of raw %s: %s', (format, text, words) => {
  const found = readRawWords({ text, format });

  expect(found.join(' ')).toBe(words);
});

function read(html: string) {
  const post = { id: 1, type: 'post', status: 'publish', title: 'Post', link: `${oldSite}/post/` } as const;
  return readWordPressXml(writeExport(writeItem(post, html)));
}

/** Conversion keeps all words; this source claims that the raw text had more. */
function withLostWords(html: string) {
  const source = read(html);
  return {
    ...source,
    pages: source.pages.map((page) => ({
      ...page,
      raw: { ...page.raw, text: `${html} Low water is at noon.` },
    })),
  };
}

test('an entry that lacks more than 2 % of the words is a draft, and stays one when it is repeated', async () => {
  const folder = makeImportFolder();

  const { pages } = await folder.import(withLostWords('<p>The text.</p>'));
  const repeated = await folder.import(withLostWords('<p>The text.</p>'));

  expect(pages[0]).toMatchObject({ words: 7, kept: 2, missing: ['The text **Low water is at noon**'] });
  expect(folder.read('content/news/post.mdx')).toContain('draft: true');
  expect(repeated.pages[0]?.outcome).toBe('unchanged');
});

test('an entry that is published already stays published when words are missing', async () => {
  const folder = makeImportFolder();
  await folder.import(read('<p>The text.</p>'));

  const { pages } = await folder.import(withLostWords('<p>The other text.</p>'));

  expect(pages[0]).toMatchObject({ outcome: 'updated', kept: 3, words: 8 });
  expect(folder.read('content/news/post.mdx')).not.toContain('draft');
});

test.each([
  ['cut beside marks', ['un', 'friggin', 'believable', 'rope'], ['unfrigginbelievable', 'rope'], []],
  ['cut, beside a lost one', ['L', 'et', 's', 'tie', 'rope'], ['Let', 's', 'rope'], ['L et s **tie** rope']],
])('the same letters in other words are not missing: %s', (_, source, entry, missing) => {
  const result = compareWords(source, entry, []);

  expect(result.missing).toEqual(missing);
});

test.each([
  ['soft hyphens', 'Konfigurations&shy;option', 'Konfigurationsoption'],
  ['letters of scripts without spaces', '日本語の`code`です', '日 本 語 の code で す'],
  ['words with spaces', '한국어 `code`는', '한국어 code는'],
])('the words of a text: %s', (_, text, words) => {
  expect(readRawWords({ text, format: 'markdown' }).join(' ')).toBe(words);
});
