import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createPictures } from './pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-pictures-'));
const photo = join(folder, 'weir.jpg');
await sharp({ create: { width: 400, height: 300, channels: 3, background: '#456' } })
  .jpeg()
  .toFile(photo);

afterAll(() => rmSync(folder, { recursive: true }));

test('shows a photo without AVIF until it is converted, and with it afterwards', async () => {
  const cacheDir = join(folder, 'cache');
  const first = await createPictures({ cacheDir })(photo);
  expect(first).toMatchObject({ width: 400, height: 300 });
  expect(first).not.toHaveProperty('avif');

  await createPictures({ cacheDir, hasTime: true })(photo);

  const later = await createPictures({ cacheDir })(photo);
  expect(later?.['avif']).toMatch(/-360\.avif 360w, \S+-400\.avif 400w$/);
  expect(readdirSync(cacheDir).filter((name) => name.endsWith('.avif'))).toHaveLength(2);
});

test('has no props for a file that is missing', async () => {
  expect(await createPictures({ cacheDir: folder })(join(folder, 'missing.jpg'))).toBeUndefined();
});
