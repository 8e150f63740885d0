import { expect, test } from 'vitest';
import { addressPartPattern } from './address-pattern.ts';
import { slugOf, toFileName } from './slug-of.ts';

test.each([
  ['Sick leave', 'sick-leave'],
  ['Özlem Yıldız', 'ozlem-yildiz'],
  ['Straße & Söhne’s', 'strasse-and-sohnes'],
  ['What’s new in Ærø, 2027?', 'whats-new-in-aero-2027'],
  ['Плавание под парусом', 'plavanie-pod-parusom'],
  ['Ελληνικά', 'ellinika'],
  ['北京', 'beijing'],
  ['서울 대학', 'seoul-daehag'],
  ['がぎぐ', 'gagigu'],
  ['עברית', 'vryt'],
  ['हिन्दी', 'hindi'],
  ['AUX', 'aux-page'],
  ['Com1', 'com1-page'],
  ['_notes', 'notes'],
  ['End...', 'end'],
  ['?!', ''],
])('the file name of %s is %s', (title, name) => {
  expect(slugOf(title)).toBe(name);
});

test('composed and decomposed letters make one name', () => {
  expect(slugOf('Caf\u00E9 \uAC00')).toBe(slugOf('Cafe\u0301 \u1100\u1161'));
  expect(toFileName('caf\u00E9')).toBe(toFileName('cafe\u0301'));
});

test('a long name in any script is short enough for all file systems, and its letters stay whole', () => {
  const name = toFileName('\u{20BB7}'.repeat(100));

  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180);
  expect(name).toMatch(addressPartPattern);
  expect(slugOf('北'.repeat(300)).length).toBeLessThanOrEqual(80);
});
