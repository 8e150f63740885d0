import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import { createPictures } from './content-pictures.ts';

const folder = makeFolder();
const photo = join(folder, 'weir.jpg');
await sharp({ create: { width: 400, height: 300, channels: 3, background: '#456' } })
  .jpeg()
  .toFile(photo);

test('returns AVIF files of a photo only once they are in the cache', async () => {
  const cacheDir = join(folder, 'cache');
  const first = await createPictures({ cacheDir })(photo);
  expect(first).toMatchObject({ width: 400, height: 300 });
  expect(first).not.toHaveProperty('avif');

  await createPictures({ cacheDir, hasTime: true })(photo);

  const later = await createPictures({ cacheDir })(photo);
  expect(later?.['avif']).toMatch(/-360\.avif 360w, \S+-400\.avif 400w$/);
  expect(readdirSync(cacheDir).filter((name) => name.endsWith('.avif'))).toHaveLength(2);
});

test('returns undefined for a missing file', async () => {
  expect(await createPictures({ cacheDir: folder })(join(folder, 'missing.jpg'))).toBeUndefined();
});

test('crops a picture around its focus', async () => {
  const cacheDir = join(folder, 'crops');
  const halves = join(folder, 'halves.png');
  const red = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  await sharp({ create: { width: 900, height: 300, channels: 3, background: '#00f' } })
    .composite([{ input: red, left: 600, top: 0 }])
    .toFile(halves);

  const props = await createPictures({ cacheDir })(halves, { ratio: 1, widths: [80, 160], focus: '90% 50%' });

  expect(props).toMatchObject({ width: 160, height: 160 });
  const shown = sharp(join(cacheDir, String(props?.['src']).replace('/_astro/', '')));
  const { dominant } = await shown.stats();
  expect(dominant.r).toBeGreaterThan(200);
  expect(dominant.b).toBeLessThan(50);
});

test('converts a picture for other services to one JPEG file, whatever its format', async () => {
  const photo = join(folder, 'services.png');
  await sharp({ create: { width: 600, height: 400, channels: 3, background: '#080' } }).toFile(photo);
  const shape = { ratio: 2, widths: [300], isForServices: true };

  const props = await createPictures({ cacheDir: folder })(photo, { ...shape, focus: '50% 50%' });

  expect(props).toEqual({ width: 300, height: 150, src: expect.stringMatching(/-300\.jpeg$/) });
});

test('crops an SVG drawing with a fragment in its address', async () => {
  const drawing = join(folder, 'weir.svg');
  writeFileSync(
    drawing,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="800" height="800"></svg>',
  );

  const props = await createPictures({ cacheDir: folder })(drawing, {
    ratio: 2,
    widths: [80],
    focus: '50% 0%',
  });

  expect(props?.['src']).toMatch(/\.svg#svgView\(viewBox\(0,0,400,200\)\)$/);
  expect(props).toMatchObject({ width: 800, height: 400 });
});

test('applies the orientation of a photo from its metadata', async () => {
  const turned = join(folder, 'turned.jpg');
  await sharp({ create: { width: 400, height: 200, channels: 3, background: '#456' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(turned);

  expect(await createPictures({ cacheDir: folder })(turned)).toMatchObject({ width: 200, height: 400 });
});

test('serves a drawing without its event handlers, and returns undefined for one with a script', async () => {
  const namespace = 'xmlns="http://www.w3.org/2000/svg"';
  const files = {
    'handler.svg': `<svg ${namespace} width="8" height="8" onload="steal()"/>`,
    'script.svg': `<svg ${namespace}><x:script xmlns:x="http://www.w3.org/2000/svg"/></svg>`,
    'script.jpg': `<svg ${namespace}><script/></svg>`,
  };
  const pictures = createPictures({
    cacheDir: folder,
    read: async (file) => Buffer.from(files[file as 'script.jpg']),
  });

  const [handler, script, photo] = await Promise.all(Object.keys(files).map((file) => pictures(file)));

  const served = readFileSync(join(folder, String(handler?.['src']).replace('/_astro/', '')), 'utf8');
  expect(served).toBe(`<svg ${namespace} width="8" height="8"/>`);
  expect([script, photo]).toEqual([undefined, undefined]);
});

test('returns undefined for a photo that is cut off or that cannot be decoded', async () => {
  const bytes = readFileSync(photo);
  const files = [bytes.subarray(0, bytes.length / 2), Buffer.from('\xFF\xD8\xFF nothing', 'latin1')];
  const pictures = createPictures({ cacheDir: folder, read: async (file) => files[Number(file)] });

  expect(await Promise.all(['0', '1'].map((file) => pictures(file)))).toEqual([undefined, undefined]);
});
