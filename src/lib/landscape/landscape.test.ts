import { expect, test } from 'vitest';
import { drawLandscape } from './landscape.ts';

const pair = String.raw`-?\d+[ -]\d+`;
const pathData = new RegExp(`^(M${pair}q${pair} ?${pair}(t${pair}( ?${pair})*)?)+$`);
const size = { width: 1200, height: 400, step: 24, levels: 16 };

/** The points of a path, without control points. */
function placesOf(path: string): [number, number][] {
  return path
    .split('M')
    .slice(1)
    .flatMap((line) => {
      const [x = 0, y = 0, , , ...steps] = (line.match(/-?\d+/g) ?? []).map(Number);
      const places: [number, number][] = [[x, y]];
      for (let index = 0; index < steps.length; index += 2) {
        const [lastX, lastY] = places.at(-1) ?? [0, 0];
        places.push([lastX + (steps[index] ?? 0), lastY + (steps[index + 1] ?? 0)]);
      }
      return places;
    });
}

test('drawLandscape returns the same drawing for the same seed, and another for another seed', () => {
  const [one, again, other] = ['SOIL101', 'SOIL101', 'SOIL102'].map((seed) => drawLandscape(seed, size));

  expect(again).toEqual(one);
  expect(other?.lines[4]).not.toEqual(one?.lines[4]);
});

test('drawLandscape fills the frame, with a river from side to side', () => {
  const { lines, river } = drawLandscape('larkmoor', size);

  const places = lines.flatMap(({ path }) => placesOf(path));
  const across = placesOf(river).map(([x]) => x);
  expect(lines.length).toBeGreaterThan(10);
  expect(Math.min(...places.map(([x]) => x))).toBeLessThan(0);
  expect(Math.max(...places.map(([x]) => x))).toBeGreaterThan(size.width);
  expect(across[0]).toBeLessThan(0);
  expect(across.at(-1)).toBeGreaterThan(size.width);
});

test('drawLandscape stays small for any seed', () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const { lines, river } = drawLandscape(`course ${seed}`, size);

    const paths = [...lines.map(({ path }) => path), river];
    expect(paths.filter((path) => !pathData.test(path))).toEqual([]);
    expect(paths.join('').length).toBeLessThan(12_000);
  }
});
