import { expect, test } from 'vitest';
import { drawArtwork } from './artwork.ts';

const size = { width: 1200, height: 400, step: 24, levels: 16 };

test('drawArtwork fills the frame with rings, the same for the same seed, in less than 5 kB', () => {
  const [one, again, other] = ['Knots', 'Knots', 'Sails'].map((seed) => drawArtwork('pattern', seed, size));

  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
  const radii = one?.lines.map(({ path }) => Number(/a(\d+)/.exec(path)?.[1])) ?? [];
  expect(Math.max(...radii)).toBeGreaterThan(size.width / 2);
  expect(JSON.stringify(one).length).toBeLessThan(5_000);
});

test('drawArtwork returns undefined for an institute without drawings', () => {
  expect(drawArtwork('none', 'Knots', size)).toBeUndefined();
});
