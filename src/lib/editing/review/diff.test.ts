import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffTexts, diffWords, withoutUnchanged } from './diff.ts';

const page = `---
title: Fees
fee: 600
---

The fee is 600 pounds.

Write to us.

Last words.
`;

test('shows a changed word within its paragraph, with its line in the new text', () => {
  const after = page.replace('600 pounds', '650 pounds').replace('fee: 600', 'fee: 650');

  const changed = diffTexts(page, after).filter(({ kind }) => kind !== 'same');

  expect(changed).toEqual([
    {
      kind: 'changed',
      line: 3,
      pieces: [
        { kind: 'same', text: 'fee: ' },
        { kind: 'removed', text: '600' },
        { kind: 'added', text: '650' },
      ],
    },
    {
      kind: 'changed',
      line: 6,
      pieces: [
        { kind: 'same', text: 'The fee is ' },
        { kind: 'removed', text: '600 ' },
        { kind: 'added', text: '650 ' },
        { kind: 'same', text: 'pounds.' },
      ],
    },
  ]);
});

test('shows added and removed paragraphs as blocks, and omits unchanged ones that are not adjacent', () => {
  const after = page.replace('Write to us.\n\n', '').replace('words.', 'words.\n\nMore.');

  const blocks = withoutUnchanged(diffTexts(page, after));

  expect(blocks.map(({ kind, pieces }) => [kind, pieces[0]?.text])).toEqual([
    ['same', undefined],
    ['same', 'The fee is 600 pounds.'],
    ['removed', 'Write to us.'],
    ['same', 'Last words.'],
    ['added', 'More.'],
  ]);
});

test('the pieces of a diff contain both texts in full', () => {
  const texts = fc
    .array(fc.constantFrom('a ', 'b ', 'c\n', 'd'), { maxLength: 12 })
    .map((list) => list.join(''));
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const pieces = diffWords(before, after);
      const without = (kind: string) =>
        pieces
          .filter((piece) => piece.kind !== kind)
          .map(({ text }) => text)
          .join('');

      expect([without('added'), without('removed')]).toEqual([before, after]);
    }),
  );
});

test('compares many paragraphs of equal words until the budget is used up, and shows the rest as replaced', () => {
  const paragraph = 'a '.repeat(130);
  const [before, after] = ['b ', 'c '].map((first) => `${first}${paragraph}\n\n`.repeat(300)) as [
    string,
    string,
  ];
  const count = (texts: [string, string]) =>
    diffTexts(...texts).filter(({ pieces }) => pieces.some(({ kind }) => kind === 'same')).length;

  // The first and last word of each paragraph differ, so the comparison cannot skip equal words at either end.
  const compared = count([before.replaceAll('a \n', 'd \n'), after]);

  expect(compared).toBeLessThan(10);
});

test('shows texts over the maximum length of an entry as replaced', () => {
  const before = 'a\n\n'.repeat(50_000);

  const [block, ...others] = diffTexts(before, 'b');

  expect(others).toEqual([]);
  expect(block?.pieces.map(({ kind, text }) => [kind, text.length])).toEqual([
    ['removed', before.length],
    ['added', 1],
  ]);
});
