import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '#test/property-runs.ts';
import { mergeTexts } from './merge.ts';

const page = `---
title: Fees # at most 70 characters
fee: 600
credits: 15
---

First paragraph.

Second paragraph
of two lines.

Third paragraph.
`;

test('merges changes to neighbouring paragraphs and lines of front matter', () => {
  const mine = page.replace('fee: 600', 'fee: 650').replace('First', 'My first');
  const theirs = page
    .replace('credits: 15', 'credits: 20')
    .replace('two lines', '2 lines')
    .replace('Third paragraph.\n', 'Third paragraph.\n\nA fourth.\n');

  const merged = mergeTexts({ base: page, mine, theirs });

  expect(merged).toEqual({
    conflicts: [],
    text: theirs.replace('fee: 600', 'fee: 650').replace('First', 'My first'),
  });
});

test('reports a paragraph that both people changed as a conflict, and includes both texts', () => {
  const mine = page.replace('of two lines', 'of mine').replace('fee: 600', 'fee: 700');
  const theirs = page.replace('of two lines', 'of theirs').replace('fee: 600', 'fee: 800');

  const { text, conflicts } = mergeTexts({ base: page, mine, theirs });

  expect(conflicts).toMatchObject([
    { base: 'fee: 600\n', mine: 'fee: 700\n', theirs: 'fee: 800\n' },
    { mine: 'Second paragraph\nof mine.\n\n', theirs: 'Second paragraph\nof theirs.\n\n' },
  ]);
  for (const { from, to, ...versions } of conflicts) {
    expect(text.slice(from, to)).toBe(versions.theirs + versions.mine);
  }
});

test('merges equal changes without a conflict, and preserves CRLF', () => {
  const windows = page.replaceAll('\n', '\r\n');
  const mine = windows.replace('First', '1st').replace('Third', '3rd');
  const theirs = windows.replace('First', '1st').replace('fee: 600', 'fee: 650');

  const merged = mergeTexts({ base: windows, mine, theirs });

  expect(merged).toEqual({ conflicts: [], text: mine.replace('fee: 600', 'fee: 650') });
});

test('reports two additions at the end as a conflict, and includes both', () => {
  const { text, conflicts } = mergeTexts({
    base: page,
    mine: `${page}\nMine.\n`,
    theirs: `${page}\nTheirs.\n`,
  });

  expect(conflicts).toHaveLength(1);
  expect(text).toBe(`${page}\nTheirs.\n\nMine.\n`);
});

test('merges texts with thousands of equal paragraphs without loss', () => {
  const base = 'same\n\n'.repeat(20_000);

  const { text } = mergeTexts({ base, mine: `mine\n\n${base}`, theirs: `${base}theirs\n` });

  expect(text).toContain('mine');
  expect(text).toContain('theirs');
});

type Edit = { who: 'mine' | 'theirs' | 'none'; how: 'replaced' | 'removed' | 'followed' };

/** The edit of each paragraph, and its author. */
const edits = fc.array(
  fc.record<Edit>({
    who: fc.constantFrom('mine', 'theirs', 'none'),
    how: fc.constantFrom('replaced', 'removed', 'followed'),
  }),
  { minLength: 1, maxLength: 12 },
);

const toText = (paragraphs: readonly string[]) =>
  `---\ntitle: A\n---\n\n${[...paragraphs, 'The end.'].join('\n\n')}\n`;

/** The text with only the edits of these people. */
function textOf(list: readonly Edit[], people: readonly Edit['who'][]): string {
  const paragraphs = list.flatMap(({ who, how }, index) => {
    const original = `Paragraph ${index}`;
    if (!people.includes(who)) return [original];
    const added = `New from ${who} at ${index}`;
    return { replaced: [added], removed: [], followed: [original, added] }[how];
  });
  return toText(paragraphs);
}

test('merges edits of different paragraphs without conflict or loss', () => {
  fc.assert(
    fc.property(edits, (list) => {
      const merged = mergeTexts({
        base: textOf(list, []),
        mine: textOf(list, ['mine']),
        theirs: textOf(list, ['theirs']),
      });

      expect(merged).toEqual({ text: textOf(list, ['mine', 'theirs']), conflicts: [] });
    }),
    { numRuns: runsOf(2_000) },
  );
});

test('includes every paragraph that either person wrote, for any two edits', () => {
  const texts = fc.array(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'), { maxLength: 8 });
  fc.assert(
    fc.property(texts, texts, texts, (base, mine, theirs) => {
      const write = (who: string, list: readonly string[]) =>
        toText(list.map((word, index) => (base.includes(word) ? word : `${who} ${word} ${index}`)));

      const { text, conflicts } = mergeTexts({
        base: toText(base),
        mine: write('mine', mine),
        theirs: write('theirs', theirs),
      });

      const written = [...write('mine', mine).split('\n\n'), ...write('theirs', theirs).split('\n\n')];
      const paragraphs = text.split('\n\n');
      for (const each of written.filter((paragraph) => /^(?:mine|theirs) /.test(paragraph))) {
        expect(paragraphs.map((paragraph) => paragraph.trim())).toContain(each.trim());
      }
      for (const { from, to, ...versions } of conflicts) {
        expect(text.slice(from, to)).toBe((versions.theirs + versions.mine).slice(0, to - from));
      }
    }),
    { numRuns: runsOf(2_000) },
  );
});
