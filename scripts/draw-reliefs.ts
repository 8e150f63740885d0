import sharp from 'sharp';
import { createTerrain } from '#lib/landscape/terrain.ts';

/**
 * Draws the sample's two shaded reliefs of invented terrain: `node scripts/draw-reliefs.ts`. As usual on maps, the
 * light comes from the north-west at 45 degrees.
 */
const size = { width: 1400, height: 800 };
const steepness = 0.3;
const frames = 2.2;

await draw('src/content/courses/shaded-relief.jpg', () => 1);
// The right half has coarser cells.
await draw('src/content/handbook/studying/two-cell-sizes.jpg', (x) => (x < size.width / 2 ? 2 : 28));

async function draw(file: string, cellAt: (x: number) => number): Promise<void> {
  const { width, height } = size;
  const terrain = createTerrain('larkmoor relief');
  const pixels = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const cell = cellAt(x);
      const heightAt = (right: number, down: number) =>
        terrain.heightAt(
          ((Math.floor(x / cell) + right) * cell * frames) / height,
          ((Math.floor(y / cell) + down) * cell * frames) / height,
        );
      const run = (2 * cell * frames) / height / steepness;
      pixels[y * width + x] = Math.round(
        255 * shade((heightAt(1, 0) - heightAt(-1, 0)) / run, (heightAt(0, 1) - heightAt(0, -1)) / run),
      );
    }
  }
  const picture = sharp(pixels, { raw: { width, height, channels: 1 } }).jpeg({ quality: 78, mozjpeg: true });
  const { size: bytes } = await picture.toFile(file);
  console.log(`${file}: ${(bytes / 1000).toFixed(0)} kB`);
}

/** Returns the brightness of a slope: 0 facing away from the light, 1 facing it. */
function shade(eastward: number, southward: number): number {
  const [lightEast, lightSouth, lightUp] = [-0.5, -0.5, Math.SQRT1_2];
  const length = Math.hypot(eastward, southward, 1);
  const lit = (-eastward * lightEast - southward * lightSouth + lightUp) / length;
  return Math.min(1, Math.max(0, 0.08 + 0.92 * lit));
}
