import sharp from 'sharp';
import { expect, test } from 'vitest';
import { contentOf, toDraftText } from './draft-files.ts';
import { checkPicture, chooseFilePath } from './store-picture.ts';

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#486' } });

test('rotates and shrinks a photo, and removes its location', async () => {
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '54/1 58/1 0/1' }, IFD0: { Copyright: 'Ines' } };
  const taken = await photo(5000, 3000).withExif(place).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect((await sharp(taken).metadata()).exif?.length).toBeGreaterThan(0);

  const { bytes, format } = await checkPicture(taken);
  const { width, height, exif, orientation } = await sharp(bytes).metadata();

  expect({ format, width, height, exif, orientation }).toEqual({
    format: 'jpeg',
    width: 1440,
    height: 2400,
    exif: undefined,
    orientation: undefined,
  });
});

test('keeps the size and format of a small picture, whatever its extension', async () => {
  const { bytes, format } = await checkPicture(await photo(30, 20).png().toBuffer());

  expect(format).toBe('png');
  expect((await sharp(bytes).metadata()).width).toBe(30);
});

test('shrinks an AVIF photo, keeps its format, and removes its location', async () => {
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '54/1 58/1 0/1' } };
  const taken = await photo(2600, 1300).withExif(place).avif({ effort: 0 }).toBuffer();
  expect((await sharp(taken).metadata()).exif?.length).toBeGreaterThan(0);

  const picture = await checkPicture(taken);
  const { width, height, exif, compression } = await sharp(picture.bytes).metadata();

  expect({ format: picture.format, width, height, exif, compression }).toEqual({
    format: 'avif',
    width: 2400,
    height: 1200,
    exif: undefined,
    compression: 'av1',
  });
  expect(chooseFilePath('news/a.mdx', { name: 'Weir.avif' }, picture)).toBe('news/weir.avif');
});

test('refuses a truncated AVIF file', async () => {
  const whole = await photo(300, 200).avif({ effort: 0 }).toBuffer();

  await expect(checkPicture(whole.subarray(0, whole.length - 40))).rejects.toMatchObject({
    code: 'UNSUPPORTED_MEDIA_TYPE',
  });
});

test('converts a HEIC photo, and says how to save one as JPEG if that fails', async () => {
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  const jpeg = await photo(30, 20).jpeg().toBuffer();

  const converted = await checkPicture(heic, async () => jpeg);
  const refused = checkPicture(heic, async () => Promise.reject(new Error('damaged')));

  expect(converted).toEqual({ bytes: jpeg, format: 'jpeg' });
  await expect(refused).rejects.toMatchObject({ resolution: expect.stringContaining('Save it as JPEG') });
});

test.each([
  ['text', 'no picture', 'Pages can’t show this file as a picture.'],
  ['HTML', '<!doctype html><script>alert(1)</script>', 'The file is not one <svg> element'],
  [
    'a drawing with a script',
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><x:script xmlns:x="http://www.w3.org/2000/svg"/></svg>',
    'The drawing has an element <script>, which can run, load or change something.',
  ],
])('refuses %s and says why', async (_, source, message) => {
  await expect(checkPicture(Buffer.from(source))).rejects.toMatchObject({
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: expect.stringContaining(message),
    resolution: expect.stringMatching(/^[A-Z].*\.$/),
  });
});

test('removes event handlers from a drawing', async () => {
  const source = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" onload="alert(1)"/>';

  expect((await checkPicture(Buffer.from(source))).bytes.toString()).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
  );
});

test('stores a plain drawing unchanged', async () => {
  const source =
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><g fill="url(#a)"><path d="M0 0h8v8z"/></g></svg>';

  expect((await checkPicture(Buffer.from(source))).bytes.toString()).toBe(source);
});

test('names a pasted picture like its entry', () => {
  const paths = ['news/flood-day.mdx', 'handbook/money/index.mdx', 'settings/home.yaml'].map((file) =>
    chooseFilePath(file, { name: 'image.png', number: 2 }, { format: 'png' }),
  );

  expect(paths).toEqual(['news/flood-day-2.png', 'handbook/money/money-2.png', 'settings/home-2.png']);
});

test('stores a picture as a draft beside its entry, under a safe name', async () => {
  const picture = await checkPicture(await photo(30, 20).png().toBuffer());

  const path = chooseFilePath('handbook/money/fees.mdx', { name: '../Ämter & Übung.PNG' }, picture);
  const others = ['Foto mit Ümlaut.png', '..', '東京.jpg'].map((name) =>
    chooseFilePath('news/a.mdx', { name, number: 2 }, picture),
  );

  expect(path).toBe('handbook/money/amter-and-ubung.png');
  expect(others).toEqual(['news/foto-mit-umlaut-2.png', 'news/a-2.png', 'news/dongjing-2.png']);
  expect(contentOf({ path, text: toDraftText(picture.bytes, 'image/png') })).toEqual(picture.bytes);
  expect(contentOf({ path: 'settings/notice.yaml', text: 'text: A' })).toBe('text: A');
  expect(contentOf({ path: 'news/a.mdx', text: 'data:image/png;base64,AAAA' })).toBe(
    'data:image/png;base64,AAAA',
  );
});
