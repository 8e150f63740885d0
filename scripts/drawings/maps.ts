import { createNoise, createRandom, createTerrain } from '#lib/landscape/terrain.ts';
import { contourLines, createPencil, onPaper, paint, sheet, times } from './paper.ts';

/** A sheet of a map: contours, river, woods, a track, a grid and survey points. */
export function mapSheet(seed: string): string {
  const { between } = createPencil(seed);
  const contours = contourLines(seed, { ...sheet, levels: 17, opacity: 0.75, step: 26 });
  const grid = [
    ...times(6, (index) => `M${150 + index * 250} 0V1000`),
    ...times(4, (index) => `M0 ${125 + index * 250}H1500`),
  ];
  const woods = times(4, () => {
    const [x, y] = [between(60, 1440), between(80, 920)];
    const trees = times(26, () => {
      const [right, down] = [between(-110, 110), between(-64, 64)];
      return `M${(x + right).toFixed(0)} ${(y + down).toFixed(0)}m-9 0a9 9 0 1 1 18 0a9 9 0 1 1 -18 0m9 9v8`;
    });
    return `<ellipse cx="${x}" cy="${y}" rx="140" ry="92" fill="${paint.paleMoss}" opacity=".85"/><path d="${trees.join('')}" stroke="${paint.moss}" stroke-width="2.4"/>`;
  });
  const points = times(4, () => [between(150, 1350), between(250, 760)] as const);
  const sights = points.flatMap(([x, y], index) =>
    points
      .slice(index + 1)
      .map(([x2, y2]) => `M${x.toFixed(0)} ${y.toFixed(0)}L${x2.toFixed(0)} ${y2.toFixed(0)}`),
  );
  const marks = points.map(
    ([x, y]) =>
      `<path d="M${x} ${y - 22}l20 34h-40Z" fill="${paint.paper}" stroke="${paint.ink}" stroke-width="3.5"/><circle cx="${x}" cy="${y}" r="3.5" fill="${paint.ink}"/>`,
  );
  const track = `M-10 ${between(150, 350)}C420 ${between(200, 420)} 700 ${between(60, 260)} 1000 ${between(240, 420)}S1400 ${between(150, 350)} 1520 ${between(220, 400)}`;
  return onPaper(
    `${woods.join('')}${contours.svg}<path d="${grid.join('')}" stroke="${paint.water}" stroke-width="1.4" opacity=".4"/><path d="${contours.river}" stroke="${paint.water}" stroke-width="15"/><path d="${contours.river}" stroke="${paint.paleWater}" stroke-width="8"/><path d="${track}" stroke="${paint.ink}" stroke-width="3.5" stroke-dasharray="16 9"/><path d="${sights.join('')}" stroke="${paint.accent}" stroke-width="2" opacity=".75"/>${marks.join('')}`,
  );
}

type ReliefOptions = {
  seed: string;
  /** Fills the valley with water up to this height, from 0 to 1. */
  flood?: number;
  /** Size of the cells in pixels. */
  cell?: number;
};

/** Shaded relief, tinted by height. Raw RGB pixels of the sheet, which `sharp` reads. */
export function relief({ seed, flood = -1, cell = 1 }: ReliefOptions): Buffer {
  const { width, height } = sheet;
  const terrain = createTerrain(seed);
  const noise = createNoise(createRandom(`${seed} detail`));
  const detailAt = (x: number, y: number) => 0.05 * noise(x * 14, y * 14) + 0.024 * noise(x * 31, y * 31);
  const frames = 1.7;
  const scale = frames / height;
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [column, row] = [Math.floor(x / cell) * cell, Math.floor(y / cell) * cell];
      const at = (right: number, down: number) =>
        terrain.heightAt((column + right * cell) * scale, (row + down * cell) * scale) +
        detailAt((column + right * cell) * scale, (row + down * cell) * scale);
      const run = (2 * cell * scale) / 0.32;
      const light = shade((at(1, 0) - at(-1, 0)) / run, (at(0, 1) - at(0, -1)) / run);
      const here = at(0, 0);
      const isWet = here < flood || Math.abs(row * scale - terrain.riverAt(column * scale)) < 0.008;
      const colour = isWet ? water : tintAt(here / 2);
      const part = isWet ? 0.9 + 0.1 * light : 0.64 + 0.46 * light;
      for (const [channel, value] of colour.entries()) {
        pixels[(y * width + x) * 3 + channel] = Math.min(255, Math.round(value * part));
      }
    }
  }
  return pixels;
}

type Colour = readonly [red: number, green: number, blue: number];
const water: Colour = [130, 182, 206];
const tints: readonly Colour[] = [
  [205, 215, 180],
  [229, 226, 198],
  [240, 228, 196],
  [220, 190, 148],
  [196, 156, 112],
];

/** @param height from 0 to 1 */
function tintAt(height: number): Colour {
  const at = Math.min(0.999, Math.max(0, height)) * (tints.length - 1);
  const [low = water, high = low] = [tints[Math.floor(at)], tints[Math.floor(at) + 1]];
  const mix = (channel: 0 | 1 | 2) => low[channel] + (high[channel] - low[channel]) * (at % 1);
  return [mix(0), mix(1), mix(2)];
}

/** The brightness of a slope in light from the north-west. */
function shade(eastward: number, southward: number): number {
  const length = Math.hypot(eastward, southward, 1);
  return Math.max(0, (0.5 * eastward + 0.5 * southward + Math.SQRT1_2) / length);
}
