import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { convertHeic } from '#app/desk/heic-photos.ts';

/** A photo of 96 x 64 pixels with a red sky, which names its place. Written by heif-enc. */
const photo = await readFile('test/data/photo.heic');

// Starts a process: the decoder runs in one.
test('converts a HEIC photo to JPEG with its colours and without its place, and refuses a damaged one', async () => {
  const jpeg = await convertHeic(photo);
  const { format, width, height, exif } = await sharp(jpeg).metadata();
  const [red = 0, , blue = 0] = await sharp(jpeg)
    .extract({ left: 40, top: 4, width: 1, height: 1 })
    .raw()
    .toBuffer();

  expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 96, height: 64, exif: undefined });
  expect(red).toBeGreaterThan(blue + 100);
  await expect(convertHeic(photo.subarray(0, photo.length / 2))).rejects.toThrow();
});
