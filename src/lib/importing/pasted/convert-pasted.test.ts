import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMdx } from '#lib/content/checking/mdx-syntax.ts';
import { diffWords } from '#test/diff-words.ts';
import { listLowerWords } from '#test/html-words.ts';
import { parseText } from '#lib/importing/html-tree.ts';
import { readBlocks } from '#lib/publishing/twin/content-flow.ts';
import { convertPasted, writePlain } from './convert-pasted.ts';

const site = 'https://larkmoor.example';
const options = { readBlocks, headingLevel: 3, firstNote: 1, origins: [site] };
const convert = (html: string, more = {}) => convertPasted(parseText(html), { ...options, ...more });
const read = (name: string) => readFileSync(`test/data/clipboard/${name}`, 'utf8');

/** The clipboard of each program: HTML, the text that the program puts beside it, and the Markdown to make of it. */
test.each([
  { source: 'word', links: 2, cells: 6, pictures: 1 },
  { source: 'word-web', links: 1, cells: 4, pictures: 0 },
  { source: 'google-docs', links: 2, cells: 4, pictures: 1 },
  { source: 'outlook', links: 1, cells: 0, pictures: 0 },
  { source: 'libreoffice', links: 1, cells: 4, pictures: 0 },
  { source: 'excel', links: 1, cells: 9, pictures: 0 },
  { source: 'google-sheets', links: 1, cells: 6, pictures: 0 },
  { source: 'web-page', links: 1, cells: 0, pictures: 1 },
])('text from $source keeps its words, links and cells, and none of its markup', (wanted) => {
  const { text, pictures } = convert(read(`${wanted.source}.html`));

  const words = listLowerWords(read(`${wanted.source}.txt`));
  const shown = listLowerWords(text.replaceAll(/\]\([^)]*\)|<\/?sub>/g, ''));
  const rows = text.split('\n').filter((line) => line.startsWith('|') && !/^[| -]+$/.test(line));
  expect(`${text}\n`).toBe(read(`${wanted.source}.md`));
  expect(diffWords(words, shown).length / words.length).toBeLessThanOrEqual(0.02);
  expect(text.match(/\]\(/g) ?? []).toHaveLength(wanted.links);
  expect(rows.flatMap((row) => row.split(/(?<!\\)\|/).slice(1, -1))).toHaveLength(wanted.cells);
  expect(pictures).toHaveLength(wanted.pictures);
  expect(text).not.toMatch(/mso|style=|class=|<\/?(?:span|font|o:p|div)|javascript|Is this agreed/i);
  expect(readMdx(text).findings).toEqual([]);
});

test('words copied from a sentence stay in the sentence', () => {
  expect(convert('<meta charset="utf-8"><span style="font-weight:600">two</span> books')).toEqual({
    text: '**two** books',
    isInline: true,
    pictures: [],
  });
});

test('a picture has its place in the text, and a description that a program made is left out', () => {
  const html =
    '<p>Before</p><p><img src="file:///C:/a.png" alt="Ein Bild, automatically generated"></p><p>After</p>';

  const { text, pictures } = convert(html);

  expect(text).toBe('Before\n\nAfter');
  expect(pictures).toEqual([{ src: 'file:///C:/a.png', alt: '', at: 'Before'.length }]);
});

test('the caption of a picture stays below its place', () => {
  const { text, pictures } = convert(
    '<p>Before</p><figure><img src="https://a.example/wall.jpg" alt="A wall"><figcaption>The mill wall</figcaption></figure>',
  );

  expect(text).toBe('Before\n\n*The mill wall*');
  expect(pictures).toMatchObject([{ alt: 'A wall', at: 'Before'.length }]);
});

test('footnotes continue the numbers of the text', () => {
  expect(convert(read('libreoffice.html'), { firstNote: 4 }).text).toContain('[^4]: From November on.');
});

/** An item of a list as Word writes it. */
const item = (list: string, mark: string, words: string) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:${list}'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>`;

test('a list of Word that starts again has its own numbers, and one that goes on after a paragraph keeps counting', () => {
  const list = [
    item('l0 level1 lfo1', '1.', 'Read'),
    item('l0 level2 lfo1', 'a.', 'the map'),
    item('l0 level1 lfo1', '2.', 'Dig'),
    item('l0 level1 lfo2', '1.', 'Pack'),
    '<p class=MsoNormal>Then rest.</p>',
    item('l0 level1 lfo2', '2.', 'Go'),
  ].join('');
  const bullets = item('l1 level1 lfo3', '·', 'Boots') + item('l1 level1 lfo4', '·', 'Gloves');

  expect(convert(list).text).toBe('1. Read\n   1. the map\n2. Dig\n\n1) Pack\n\nThen rest.\n\n2. Go');
  expect(convert(bullets).text).toBe('- Boots\n- Gloves');
});

test('a list stays whole where Word writes empty bookmarks between its items, or makes lists of some of them', () => {
  const bookmark = "<span style='mso-bookmark:_Hlk1'></span>";
  const list = [
    item('l0 level1 lfo1', '1.', 'Read'),
    bookmark,
    item('l0 level2 lfo1', 'a.', 'the map'),
    bookmark,
    item('l0 level3 lfo1', '&nbsp;&nbsp; i.', 'twice'),
    "<ol start=2 type=1><li class=MsoNormal style='mso-list:l0 level1 lfo1'>Dig</li>",
    "<ol type=a><li class=MsoNormal style='mso-list:l0 level2 lfo1'>a pit</li></ol></ol>",
    item('l0 level1 lfo1', '3.', 'Go'),
  ].join('');

  expect(convert(list).text).toBe('1. Read\n   1. the map\n      1. twice\n2. Dig\n   1. a pit\n3. Go');
});

test('a heading of Word keeps its number, and loses its bullet', () => {
  const heading = (tag: string, mark: string, words: string) =>
    item('l0 level1 lfo1', mark, words).replace('<p class=MsoListParagraph', `<${tag}`).concat(`</${tag}>`);
  const headings = [
    heading('h1', '1.', 'Apply'),
    heading('h2', '1.2', 'Fees'),
    heading('h2', 'IV.', 'Dates'),
    heading('h1', '·', 'Visits'),
    heading('h1', 'o', 'Rooms'),
  ];

  const { text } = convert(headings.join('<p class=MsoNormal>Text</p>'));

  expect(text.match(/^#.*$/gm)).toEqual([
    '### 1. Apply',
    '#### 1.2 Fees',
    '#### IV. Dates',
    '### Visits',
    '### Rooms',
  ]);
});

test('a numbered heading that is the item of a list becomes a heading, and lists with other items stay lists', () => {
  const web = (number: number, words: string) =>
    `<div class="ListContainerWrapper"><ol start="${number}"><li data-aria-level="1" data-aria-posinset="${number}" data-listid="3"><h2><span>${words}</span></h2></li></ol></div>`;
  const docs = '<ol start="3"><li><h2>Pay</h2></li></ol><ul><li><h2>Visits</h2><p>Each May.</p></li></ul>';

  const { text } = convert(`${web(1, 'Apply')}<p>Text</p>${web(2, 'Wait')}<p>Text</p>${docs}`);

  expect(text).toBe('### 1. Apply\n\nText\n\n### 2. Wait\n\nText\n\n### 3. Pay\n\n### Visits\n\nEach May.');
  expect(convert('<ul><li><h2>Rain</h2></li><li>Snow</li></ul>').text).toBe('- ### Rain\n\n- Snow');
});

test('tables around others, as in newsletters and in documents, are left out, and their words stay', () => {
  const inner = '<table><tr><td>Day</td><td>Time</td></tr><tr><td>Monday</td><td>10:00</td></tr></table>';
  const letter = `<table role="presentation"><tr><td><table width="600"><tr><td><h1>News</h1><p>Hello</p><img src="https://count.example/x.gif" width="1" height="1"></td></tr><tr><td>${inner}</td></tr></table></td></tr></table>`;
  const document = `<table class=MsoTableGrid><caption>Hours</caption><thead><tr><th>Where</th><th>When</th></tr></thead><tr><td>Mill Room</td><td>${inner}</td></tr></table>`;
  const table = '| Day | Time |\n| --- | --- |\n| Monday | 10:00 |';

  expect(convert(letter)).toMatchObject({ text: `### News\n\nHello\n\n${table}`, pictures: [] });
  expect(convert(document).text).toBe(`Hours\n\nWhere\n\nWhen\n\nMill Room\n\n${table}`);
});

test('one cell of a spreadsheet is words, and a box around a text is left out', () => {
  const cell =
    '<table><!--StartFragment--><col width=64><tr><td class=xl65>£745</td></tr><!--EndFragment--></table>';
  const box = '<p>Before</p><table class=MsoTableGrid><tr><td><p>One.</p><p>Two.</p></td></tr></table>';

  expect(convert(cell)).toMatchObject({ text: '£745', isInline: true });
  expect(convert(box).text).toBe('Before\n\nOne.\n\nTwo.');
});

test('the boxes of a checklist in Google Docs are no pictures', () => {
  const task = (checked: boolean, words: string) =>
    `<li role="checkbox" aria-checked="${checked}" aria-level="1"><img src="data:image/png;base64,iVBO" alt="${checked ? '' : 'un'}checked" aria-roledescription="checkbox"><p role="presentation"><span>${words}</span></p></li>`;

  const { text, pictures } = convert(`<ul>${task(true, 'Book')}${task(false, 'Pay')}</ul>`);

  expect(text).toBe('- [x] Book\n- [ ] Pay');
  expect(pictures).toEqual([]);
});

test('a frame without an address leaves nothing, and a heading with a picture ends without spaces', () => {
  const frames =
    '<p>a</p><iframe srcdoc="<p>b</p>"></iframe><iframe src="javascript:alert(1)">c</iframe><iframe></iframe><p>d</p>';

  expect(convert(frames).text).toBe('a\n\nd');
  expect(convert('<h2>Weir <img src="a.png"></h2><p>Text</p>').text).toBe('### Weir\n\nText');
});

test('plain text means only its words, one paragraph for each line', () => {
  expect(writePlain('1. *All* of {it}\r\n\r\n<b> & more')).toBe('1\\. \\*All\\* of \\{it\\}\n\n\\<b> & more');
});

test.each(['<b>'.repeat(10_000), '<div><p>x'.repeat(3_000), `${'<ul><li>'.repeat(900)}x`])(
  'thousands of nested tags are refused',
  (html) => {
    expect(() => convert(html)).toThrow(RangeError);
  },
);
