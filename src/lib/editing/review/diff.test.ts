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

test('the pieces of a diff add up to the two texts', () => {
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

test('many paragraphs of equal words are compared within one budget, and the rest is shown as a whole', () => {
  const paragraph = 'a '.repeat(130);
  const [before, after] = ['b ', 'c '].map((first) => `${first}${paragraph}\n\n`.repeat(300)) as [
    string,
    string,
  ];
  const count = (texts: [string, string]) =>
    diffTexts(...texts).filter(({ pieces }) => pieces.some(({ kind }) => kind === 'same')).length;

  // Each paragraph begins and ends with another word, so nothing is left out before comparing.
  const compared = count([before.replaceAll('a \n', 'd \n'), after]);

  expect(compared).toBeLessThan(10);
});

test('texts that are longer than an entry may be are shown as a whole', () => {
  const before = 'a\n\n'.repeat(50_000);

  const [block, ...others] = diffTexts(before, 'b');

  expect(others).toEqual([]);
  expect(block?.pieces.map(({ kind, text }) => [kind, text.length])).toEqual([
    ['removed', before.length],
    ['added', 1],
  ]);
});
