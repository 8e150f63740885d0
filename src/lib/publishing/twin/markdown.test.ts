import { expect, test } from 'vitest';
import { readContent } from './article.ts';
import { toMarkdown } from './markdown.ts';

const location = { origin: 'https://larkmoor.example', path: '/handbook/soil' };

function convert(html: string): string {
  return toMarkdown(readContent(`<main><article>${html}</article></main>`), location).trimEnd();
}

test.each([
  ['white space is collapsed and kept outside of spans', '<p> a\n\n b<b> c </b>d</p>', 'a b **c** d'],
  [
    'letters next to a span that would not open become character references',
    '<p>a<b>:</b>b <i>i</i>i</p>',
    '&#x61;**:**&#x62; *i*i',
  ],
  ['adjacent spans of the same type are joined', '<b>a</b><b>b</b>', '**ab**'],
  ['empty spans and links are removed', '<p>a<b> </b><a href="/x"></a>b</p>', 'a b'],
  ['elements without Markdown syntax stay HTML', 'H<sub>2</sub>O<sup>x</sup>', 'H<sub>2</sub>O<sup>x</sup>'],
  [
    'an abbreviation keeps its title',
    '<abbr title="Land &amp; Water">LW</abbr>',
    '<abbr title="Land &#38; Water">LW</abbr>',
  ],
  [
    'ordinary prose is not escaped',
    '<p>snake_case = 15; R&D & C:\\Users (a.b) #1!<br>#team</p>',
    'snake_case = 15; R&D & C:\\Users (a.b) #1!\\\n#team',
  ],
  [
    'text that would be markup is escaped',
    '<p>*a* _b_ &lt;i> [c](d) `e` &amp;amp;</p>',
    '\\*a\\* \\_b\\_ \\<i> \\[c]\\(d) \\`e\\` \\&amp;',
  ],
  ['markup at the start of a line is escaped', '<p>1. a<br>- b<br>--</p>', '1\\. a\\\n\\- b\\\n\\--'],
  ['one break ends the line, two end the paragraph', '<p>a<br>b<br><br>c<br></p>', 'a\\\nb\n\nc'],
  ['code with backticks gets a longer fence', '<code>a`b</code> <code>`</code>', '``a`b`` `` ` ``'],
  ['links in code stay links', '<code>a <a href="/x">b</a></code>', '`a` [`b`](https://larkmoor.example/x)'],
  ['invisible characters are removed, no-break spaces are kept', 'a\u00adb\u200bc\u00a0d', 'abc\u00a0d'],
  [
    'plain addresses are not escaped',
    '<p>See https://x.example/_a_?b=1&c=2. Or write to a_b@x.example.</p>',
    'See https://x.example/_a_?b=1&c=2. Or write to a_b@x.example.',
  ],
])('%s', (_, html, markdown) => {
  expect(convert(html)).toBe(markdown);
});

test.each([
  ['root', '/x?a=1&b=2', 'https://larkmoor.example/x?a=1&b=2'],
  ['relative', 'clay', 'https://larkmoor.example/handbook/clay'],
  ['fragment', '#sand', 'https://larkmoor.example/handbook/soil#sand'],
  ['other site', 'https://x.example/(a) b|c', 'https://x.example/%28a%29%20b%7Cc'],
  ['mail', 'mailto:a@x.example', 'mailto:a@x.example'],
  ['invalid', 'https://:', 'https://:'],
])('addresses become absolute: %s', (_, href, url) => {
  expect(convert(`<a href="${href}" title='say "a"'>b</a>`)).toBe(`[b](${url} "say \\"a\\"")`);
});

test('a javascript: link becomes its text', () => {
  expect(convert('<a href="javascript:go()">go</a>')).toBe('go');
});

test('a link around blocks is moved to the first text in them', () => {
  const markdown = convert('<a href="/x"><div><h3>Title</h3><p>Text</p></div></a>');

  expect(markdown).toBe('### [Title](https://larkmoor.example/x)\n\nText');
});

test('an exclamation mark before a link does not make it an image', () => {
  expect(convert('Look!<a href="/x">here</a>')).toBe('Look\\![here](https://larkmoor.example/x)');
});

test('images get absolute addresses; inlined images become their alternative text', () => {
  const markdown = convert(
    '<img src="/a.png" alt="A [b]" title="t"> <img src="data:image/png;base64,xx" alt="dot">',
  );

  expect(markdown).toBe('![A \\[b\\]](https://larkmoor.example/a.png "t") dot');
});

test('tight lists nest without blank lines, with start numbers', () => {
  const markdown = convert('<ol start="9"><li>a<ul><li>b</li><li></li></ul></li><li>c</li></ol>');

  expect(markdown).toBe('9. a\n   - b\n   -\n10. c');
});

test('a list with paragraphs in its items is loose', () => {
  const markdown = convert('<ul><li><p>a</p><p>b</p></li><li><p>c</p><pre>d</pre></li></ul>');

  expect(markdown).toBe('- a\n\n  b\n\n- c\n\n  ```\n  d\n  ```');
});

test('checkboxes of task lists are kept', () => {
  const markdown = convert(
    '<ul><li><input type="checkbox" disabled checked> a</li><li><input type="checkbox"> b</li></ul>',
  );

  expect(markdown).toBe('- [x] a\n- [ ] b');
});

test('adjacent lists are kept separate', () => {
  expect(convert('<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>')).toBe(
    '- a\n\n+ b\n\n1. c\n\n1) d',
  );
});

test('content between items is added to the item before it', () => {
  const markdown = convert('<ul>x<li>a</li><ul><li>b</li></ul><div><li>c</li></div></ul><li>d</li>');

  expect(markdown).toBe('x\n\n- a\n  - b\n- c\n\n+ d');
});

test('a code block keeps its language and gets a fence longer than any inside', () => {
  const markdown = convert('<pre data-language="ts"><code>a\n\n```\n  b &lt;\n</code></pre>');

  expect(markdown).toBe('````ts\na\n\n```\n  b <\n````');
});

test('quotes, rules and headings are converted to their Markdown syntax', () => {
  const markdown = convert('<blockquote><p>a</p><p>b</p></blockquote><hr><h4>c #</h4><h2></h2>');

  expect(markdown).toBe('> a\n>\n> b\n\n***\n\n#### c \\#');
});

test('a callout is a quote with its title, or its kind, in bold', () => {
  const named = convert(
    '<aside data-callout="tip"><p class="callout-title"><strong>Ask</strong></p><p>a</p></aside>',
  );
  const unnamed = convert('<aside data-callout="deadline"><p>a</p></aside>');

  expect(named).toBe('> **Ask**\n>\n> a');
  expect(unnamed).toBe('> **Deadline**\n>\n> a');
});

test('a definition follows its term after a break', () => {
  const markdown = convert(
    '<dl><div><dt>Credits</dt><dd>20</dd></div><dt>Fee</dt><dd><p>a</p><p>b</p></dd></dl>',
  );

  expect(markdown).toBe('**Credits**\\\n20\n\n**Fee**\\\na\n\nb');
});

test('a summary is bold, unless it is a heading, and a figure has its caption below', () => {
  const markdown = convert(`<details><summary>Why?</summary><p>So.</p></details>
    <details><summary><h3>How?</h3></summary>Thus.</details>
    <figure><img src="/a.png" alt="A"><figcaption>B</figcaption></figure>`);

  expect(markdown).toBe('**Why?**\n\nSo.\n\n### How?\n\nThus.\n\n![A](https://larkmoor.example/a.png)\n\nB');
});

test('frames, videos and audio become links', () => {
  const markdown = convert(
    '<iframe src="https://v.example/1" title="Tour"></iframe><video><source src="/a.mp4"></video>',
  );

  expect(markdown).toBe('[Tour](https://v.example/1)[Video](https://larkmoor.example/a.mp4)');
});

test('content without text gives an empty twin', () => {
  expect(convert('<p>\u00a0</p><div><br></div>')).toBe('');
});
