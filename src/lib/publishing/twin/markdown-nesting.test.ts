import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTwin } from '#test/fidelity.ts';
import { runsOf } from '#test/property-runs.ts';
import { readContent } from './article.ts';
import { escapeText, anyText } from './markdown-text.fixture.ts';
import { toMarkdown } from './markdown.ts';

const location = { origin: 'https://larkmoor.example', path: '/handbook/soil' };

const tags = ['b', 'em', 'del', 'sup', 'code', 'a href="/x"', 'span', 'mark'];
const { inline } = fc.letrec<{ inline: string; leaf: string }>((tie) => ({
  leaf: anyText.map(escapeText),
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.constantFrom('<br>', '<img src="/i.png" alt="*a* [b]">'),
    fc
      .tuple(fc.constantFrom(...tags), fc.array(tie('inline'), { maxLength: 3 }))
      .map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag.split(' ')[0]}>`),
  ),
}));
const inlines = fc.array(inline, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));

test('however spans are nested, every word, link and image is kept', () => {
  fc.assert(
    fc.property(inlines, fc.constantFrom('p', 'h2', 'td', 'li', 'dd', 'summary'), (inner, tag) => {
      const around = tag === 'td' ? ['<table><tr><td>', '</table>'] : [`<${tag}>`, `</${tag}>`];
      const content = readContent(`<main><p>Start</p>${around.join(inner)}<p>End</p></main>`);
      const comparison = compareTwin(content, toMarkdown(content, location));

      expect(comparison.missing).toEqual([]);
      expect(comparison.counts.twin).toEqual(comparison.counts.page);
    }),
    { numRuns: runsOf(500) },
  );
});

const { block } = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 3 }).map((parts) => parts.join('')),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyText.map((value) => `<p>${escapeText(value)}</p>`),
    anyText.map(escapeText),
    anyText.map((value) => `<pre>${escapeText(value)}</pre>`),
    fc.constantFrom('<hr>', '<h3>Part</h3>', '<ul><li></ul>', '<p><br></p>', '<table><tr><td></td></table>'),
    fc
      .tuple(
        fc.constantFrom('blockquote', 'div', 'section', 'a href="/y"', 'details', 'aside data-callout', 'b'),
        tie('blocks'),
      )
      .map(([tag, inner]) => `<${tag}>${inner}</${tag.split(' ')[0]}>`),
    fc
      .tuple(fc.constantFrom('ul', 'ol', 'ol start="7"'), fc.array(tie('blocks'), { maxLength: 3 }))
      .map(
        ([tag, items]) => `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag.slice(0, 2)}>`,
      ),
    fc
      .array(tie('blocks'), { minLength: 1, maxLength: 3 })
      .map((cells) => `<table><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`),
  ),
}));

test('however blocks are nested, every word, heading, item, cell, code block, link and image is kept', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (parts) => {
      const content = readContent(`<main><article>${parts.join('')}</article></main>`);
      const comparison = compareTwin(content, toMarkdown(content, location));

      expect(comparison.missing).toEqual([]);
      expect(comparison.counts.twin).toEqual(comparison.counts.page);
    }),
    { numRuns: runsOf(500) },
  );
});
