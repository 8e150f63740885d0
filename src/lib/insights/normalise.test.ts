import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '#test/property-runs.ts';
import { maxNormalisedLength, normaliseAsked } from './normalise.ts';

const kept: [string, string][] = [
  ['  Bee  KEEPING? ', 'bee keeping'],
  ['What’s the "pass mark"?', 'what’s the pass mark'],
  ["what's the pass mark", 'what’s the pass mark'],
  ['SOIL201 in spring 2027', 'soil201 in spring 2027'],
  ['Is it £1,440 (part-time)?', 'is it 1 440 part-time'],
  ['ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
  ['Prifysgol yn Gymraeg: oes cyrsiau?', 'prifysgol yn gymraeg oes cyrsiau'],
  ['土壌学のコース', '土壌学のコース'],
  ['What if I miss two classes?', 'what if i miss two classes'],
  ['is my name on the list', 'is my name on the list'],
  ['My name is spelt wrong on the card', 'my name is spelt wrong on the card'],
  ['from 10:00 to 13:00', 'from 10 00 to 13 00'],
];

for (const [text, expected] of kept) {
  test(`keeps ${JSON.stringify(text)} as plain words`, () => {
    expect(normaliseAsked(text)).toBe(expected);
  });
}

const ask = 'please send a transcript to';
const personal = [
  'ann.smith+uni@mail.example.org',
  'ann.smith @ example.org',
  'ＡＮＮ＠example.org',
  'ann[at]example.org',
  'ann (at) example.org',
  'ann at example dot org',
  'mailto:ann@example.org?subject=hello',
  '@ann_smith',
  'LK204417',
  'lk 204417',
  'LK-20-44-17',
  'LK​2044​17',
  'AB1234',
  '+44 1632 960 427',
  '(01632) 960-427',
  '01632/960.427',
  '07700900123',
  '٠٧٧٠٠٩٠٠١٢٣',
  '４１１１ １１１１ １１１１ １１１１',
  '4111-1111-1111-1111',
  'GB29 NWBK 6016 1331 9268 19',
  'QQ 12 34 56 C',
  '943 476 5919',
  '12/06/1985',
  '1985-06-12',
  '12 June 1985',
  '12th of June 1985',
  'June 12, 1985',
  'NE99 7LW',
  'ne997lw',
  'R-7K3M-9QXD',
  '192.168.14.20',
  'https://example.org/reset?token=abc',
  'www.example.org/~ann',
  'Mrs Smith-Jones',
  'Dr. Ann Smith',
  'my name is Ann Smith',
  'AIzaSyD3x9-Zz81kQ',
  'hunter2hunter2',
];

for (const data of personal) {
  test(`drops ${JSON.stringify(data)} and keeps the other words`, () => {
    const counted = normaliseAsked(`${ask} ${data}, thanks`);

    expect(counted?.replace(/ (lk|qq|c)(?= )/g, '')).toMatch(/^please send a transcript to( thanks)?$/);
    expect(normaliseAsked(data)).toBeNull();
    expect(normaliseAsked(`password ${data}`)).toBeNull();
  });
}

test('text of only spaces, punctuation or numbers normalises to null', () => {
  const left = ['', ' \n\t', '?!…', '42', '---', '\u0000\u0007', '\ud800'].map(normaliseAsked);

  expect(left).toEqual(left.map(() => null));
});

test('a long question is cut between words, and a very long word is dropped', () => {
  const long = normaliseAsked('peat and water '.repeat(400));

  expect(long?.length).toBeLessThanOrEqual(maxNormalisedLength);
  expect(long).toMatch(/^(peat and water )+/);
  expect(long).toMatch(/(peat|and|water)$/);
  expect(normaliseAsked('x'.repeat(3000))).toBeNull();
});

test('no normalised text has an email address or five digits in a row', () => {
  const anyCharacter = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code));
  const piece = fc.oneof(
    fc.emailAddress(),
    fc.nat({ max: 99_999_999_999 }).map(String),
    fc.stringMatching(/^[A-Za-z]{0,3}[- ]?[0-9]{5,12}$/),
    fc.stringMatching(/^\+?[0-9]{2,4}[ ().-][0-9]{2,4}[ -][0-9]{2,5}$/),
    fc.string({ unit: anyCharacter, maxLength: 20 }),
    fc.lorem({ maxCount: 4 }),
  );

  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.constantFrom(' ', ', ', '\n', ''),
      (pieces, between) => {
        const counted = normaliseAsked(pieces.join(between));

        if (counted === null) return;
        expect(counted).not.toContain('@');
        expect(counted).not.toMatch(/\p{N}([^\p{L}]*\p{N}){4}/u);
        expect([...counted].length).toBeLessThanOrEqual(maxNormalisedLength);
        expect(normaliseAsked(counted)).toBe(counted);
      },
    ),
    { numRuns: runsOf(500) },
  );
});

test('removes every part of an email address, wherever it is in the text', () => {
  const around = fc.constantFrom('', '"', '<', '(', ',', '; ', 'to: ');

  fc.assert(
    fc.property(fc.emailAddress(), around, around, (address, before, after) => {
      const counted = normaliseAsked(`please write ${before}${address}${after} about the course`);

      expect(counted).toMatch(/^please write (to )?(to )?about the course$/);
    }),
    { numRuns: runsOf(200) },
  );
});
