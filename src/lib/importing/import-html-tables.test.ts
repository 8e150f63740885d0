import { expect, test } from 'vitest';
import { importHtml, importHtmlText } from '#test/import-html.ts';

test('tables have their head and foot where readers saw them, and sentences with formulas stay whole', async () => {
  const { pages, read } = await importHtml('import-html-tables');

  const text = read('tables');
  expect(text).toContain('|  | Spring | Neap |\n| --- | --- | --- |\n| High | 7.1 | 5.4 |\n');
  expect(text).toContain('| Item | Cost |\n| --- | --- |\n| Paint | 5 |\n| Total | 12 |\n');
  expect(text).toMatch(/```html\n<table>.*<td>North<\/td><td><table>.*Ida.*Ruth.*<\/table>\n```/s);
  expect(text).toContain('\nThe value `x` is small, and `y` is large.\n');
  expect(text).not.toContain('draft');
  expect(pages[0]?.kept).toBe(pages[0]?.words);
  expect(pages[0]?.unknown.map(({ what, isInText }) => [what, isInText])).toEqual([
    ['<table>', true],
    ['a formula, now code', true],
    ['a formula, now code', true],
  ]);
});

test('a table that arranges a page gives its cells one after another, and is reported', async () => {
  const { body, page } = await importHtmlText(
    '<table width="100%"><tr><td>Left</td><td><table><tr><th>Day</th></tr><tr><td>Monday</td></tr></table></td></tr></table>',
  );

  expect(body).toBe('Left\n\n| Day |\n| --- |\n| Monday |\n');
  expect(page?.unknown).toEqual([
    {
      what: 'a table around others, whose cells now follow each other',
      source: '<table width="100%"></table>',
      isInText: false,
    },
  ]);
});

const fraction = '<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mi>b</mi></mfrac>';
const tex = '<annotation encoding="application/x-tex">\\frac{a}{b}</annotation>';

test.each([
  [
    'roots, powers and indices',
    '<math><msqrt><msup><mi>x</mi><mn>12</mn></msup></msqrt><mo>=</mo><msub><mi>y</mi><mi>i</mi></msub></math>',
    '`√(x^(12))=y_i`',
  ],
  ['fractions', `<math>${fraction}</math>`, '`(a+1)/b`'],
  ['neighbours', '<math> <mi>a</mi> <mo>&#x2062;</mo> <mi>b</mi> </math>', '`a b`'],
  ['TeX inside', `<math><semantics>${fraction}${tex}</semantics></math>`, '`\\frac{a}{b}`'],
  ['an alternative text', `<math alttext="a/b">${fraction}</math>`, '`a/b`'],
  [
    'a copy for the eye',
    `<span class="katex"><span><math>${tex}</math></span><span aria-hidden="true"><b>ab</b></span></span>`,
    '`\\frac{a}{b}`',
  ],
  [
    'a container of MathJax',
    '<mjx-container><mjx-math aria-hidden="true">q</mjx-math><mjx-assistive-mml><math><mi>z</mi></math></mjx-assistive-mml></mjx-container>',
    '`z`',
  ],
  ['a script of MathJax', '<script type="math/tex">x_1</script>', '`x_1`'],
  ['a picture', '<img class="latex" src="https://tex.example/1.png" alt="x^2">', '`x^2`'],
  ['a picture of a service', '<img src="https://s0.wp.com/latex.php?latex=x" alt="x">', '`x`'],
])('a formula with %s is code in its sentence', async (_, formula, written) => {
  const { body, page } = await importHtmlText(`<p>Here ${formula} is meant.</p>`);

  expect(body).toBe(`Here ${written} is meant.\n`);
  const others = page?.unknown.filter(({ what }) => what !== 'a second form of a formula');
  expect(others?.map(({ what }) => what)).toEqual(['a formula, now code']);
  expect(page?.kept).toBe(page?.words);
});

test('a formula that is displayed alone is a code block', async () => {
  const { body } = await importHtmlText(`<p>Before</p><math display="block">${fraction}</math><p>After</p>`);

  expect(body).toBe('Before\n\n```tex\n(a+1)/b\n```\n\nAfter\n');
});
