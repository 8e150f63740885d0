import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import { isCutOff } from './cut-off-photo.ts';

const folder = makeFolder();
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;

function write(bytes: Buffer): string {
  const path = join(folder, 'photo');
  writeFileSync(path, bytes);
  return path;
}

test.each([
  ['jpeg', {}],
  ['jpeg', { progressive: true }],
  ['png', {}],
  ['png', { palette: true }],
  ['webp', {}],
  ['avif', { effort: 0 }],
] as const)('isCutOff detects a %s file (%j) that is cut off at any length', async (format, options) => {
  const whole = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#fff', noise } })
    .withExif({ IFD0: { Copyright: '\u00FF\u00D9'.repeat(40) } })
    .toFormat(format, options)
    .toBuffer();

  const found = [12, 40, 200, whole.length / 3, whole.length / 2, whole.length - 100, whole.length - 20].map(
    (length) => isCutOff(write(whole.subarray(0, length))),
  );
  // Phones append videos and other sizes to JPEG files.
  const longer = isCutOff(write(Buffer.concat([whole, Buffer.alloc(3_000_000, '\0')])));

  expect(found).toEqual(found.map(() => true));
  expect(isCutOff(write(whole))).toBe(false);
  expect(longer).toBe(false);
});

test('isCutOff does not throw for any bytes after the start of a photo', () => {
  for (const start of [
    '\xFF\xD8\xFF',
    '\x89PNG\r\n\x1A\n',
    'RIFF',
    '\0\0\0\x18ftypavif',
    'GIF89a',
    'II*\0',
    '',
  ]) {
    for (const filler of ['\0', '\xFF', '\x01', '\xFF\xDA\0\0']) {
      expect(() => isCutOff(write(Buffer.from(start + filler.repeat(50_000), 'latin1')))).not.toThrow();
      expect(() => isCutOff(write(Buffer.from(start + filler, 'latin1')))).not.toThrow();
    }
  }
});
