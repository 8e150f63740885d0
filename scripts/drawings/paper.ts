import { drawLandscape } from '#lib/landscape/landscape.ts';
import { createNoise, createRandom } from '#lib/landscape/terrain.ts';

/** Colours of the drawings: those of the sample's pages, and those of earth and plants. */
export const paint = {
  paper: '#f5f0e3',
  ink: '#27322f',
  contour: '#b07a4f',
  water: '#3d87ad',
  paleWater: '#bcd7e2',
  moss: '#7c8f58',
  paleMoss: '#d5dcbd',
  accent: '#14574e',
  topsoil: '#5b4635',
  subsoil: '#a07d58',
  clay: '#c19a6b',
  sand: '#dcc59b',
  stone: '#9b968a',
  peat: '#3b2d23',
  rust: '#a5532b',
} as const;

/** Size of the drawings, in pixels. Pages crop them to a strip, so what matters is at half height. */
export const sheet = { width: 1500, height: 1000 } as const;

type Point = readonly [x: number, y: number];

/** What a drawing is made with. The same seed always gives the same drawing. */
export type Pencil = ReturnType<typeof createPencil>;

export function createPencil(seed: string) {
  const random = createRandom(seed);
  const noise = createNoise(createRandom(`${seed} noise`));
  const between = (from: number, to: number) => from + (to - from) * random();
  return {
    seed,
    random,
    between,
    /** From -1 to 1, continuous. */
    wave: (x: number, row = 0) => 2 * noise(x, row * 7.3 + 0.5) - 1,
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item,
  };
}

/** SVG path data of a line through points. */
export function line(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
}

/** The points of a function over the whole width. */
export function across(heightAt: (x: number) => number, step = 10): Point[] {
  const count = Math.ceil(sheet.width / step) + 1;
  return Array.from({ length: count }, (_, index) => [index * step, heightAt(index * step)] as const);
}

/** A closed shape from one line across the sheet down to another. */
export function band(top: readonly Point[], bottom: readonly Point[]): string {
  return `${line([...top, ...bottom.toReversed()])}Z`;
}

export function times<Made>(count: number, make: (index: number) => Made): Made[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** A whole drawing on paper. */
export function onPaper(
  content: string,
  { width, height }: { width: number; height: number } = sheet,
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round"><rect width="${width}" height="${height}" fill="${paint.paper}"/>${content}</svg>`;
}

type ContourOptions = { width: number; height: number; levels: number; opacity: number; step?: number };

/** Contour lines, with the river's path for callers that draw it. */
export function contourLines(seed: string, { width, height, levels, opacity, step = 30 }: ContourOptions) {
  const { lines, river } = drawLandscape(seed, { width, height, step, levels });
  const drawn = lines.map(({ path, isIndex }) => `<path d="${path}" stroke-width="${isIndex ? 3 : 1.4}"/>`);
  return { svg: `<g stroke="${paint.contour}" opacity="${opacity}">${drawn.join('')}</g>`, river };
}
