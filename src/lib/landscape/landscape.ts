import { contours } from 'd3-contour';
import { LRUCache } from 'lru-cache';
import { createTerrain } from './terrain.ts';

export type LandscapeSize = {
  width: number;
  height: number;
  /** Grid distance of the sampled heights. A larger one makes a coarser and smaller drawing. */
  step: number;
  /** Number of contour heights. */
  levels: number;
};

export type ContourLine = {
  /** SVG path data. */
  path: string;
  /** Every fifth line is drawn bolder, as on maps. */
  isIndex: boolean;
};

export type Landscape = { lines: ContourLine[]; river: string };

/** Drawings take about 10 kB each. */
const cache = new LRUCache<string, Landscape>({ max: 1000 });

/**
 * Draws a landscape with contour lines and a river. The same seed always gives the same drawing. Lines extend beyond
 * the frame, so no line ends inside it. A drawing takes about 5 ms of CPU, and each publication renders all pages, so
 * drawings are cached.
 */
export function drawLandscape(seed: string, size: LandscapeSize): Landscape {
  const key = JSON.stringify([seed, size.width, size.height, size.step, size.levels]);
  const drawn = cache.get(key) ?? draw(seed, size);
  cache.set(key, drawn);
  return drawn;
}

function draw(seed: string, { width, height, step, levels }: LandscapeSize): Landscape {
  const margin = 4;
  const columns = Math.ceil(width / step) + 2 * margin;
  const rows = Math.ceil(height / step) + 2 * margin;
  const terrain = createTerrain(seed);
  const at = (index: number) => (index - margin) * step;
  const heights = Array.from({ length: columns * rows }, (_, index) =>
    terrain.heightAt(at(index % columns) / height, at(Math.floor(index / columns)) / height),
  );
  const lowest = Math.min(...heights);
  const range = Math.max(...heights) - lowest;
  const thresholds = Array.from(
    { length: levels },
    (_, level) => lowest + (range * (level + 1.4)) / (levels + 1),
  );
  const shapes = contours().size([columns, rows]).smooth(true).thresholds(thresholds)(heights);
  const place = ([x = 0, y = 0]: readonly number[]): Point => [at(x - 0.5), at(y - 0.5)];
  const lines = shapes.map(({ coordinates }, level) => ({
    isIndex: level % 5 === 2,
    path: coordinates
      .flat()
      .map((ring) => smoothRing(ring.map(place), { width, height, margin: 1.5 * step }))
      .join(''),
  }));
  const river = Array.from({ length: Math.ceil(width / step) + 9 }, (_, index): Point => {
    const x = (index - 4) * step;
    return [x, terrain.riverAt(x / height) * height];
  });
  return { lines: lines.filter(({ path }) => path !== ''), river: smoothLine(withoutStraights(river)) };
}

type Point = [x: number, y: number];
type Frame = { width: number; height: number; margin: number };

/** A smooth closed line, cut where it leaves the frame. */
function smoothRing(ring: readonly Point[], { width, height, margin }: Frame): string {
  const isNear = ([x, y]: Point) => x > -margin && y > -margin && x < width + margin && y < height + margin;
  const points = ring.slice(0, -1);
  const start = points.findIndex((point) => !isNear(point));
  if (start === -1)
    return isSliver(points, margin / 2) ? '' : smoothLine(withoutStraights(points), { isClosed: true });
  const turned = [...points.slice(start), ...points.slice(0, start)];
  const pieces: Point[][] = [[]];
  for (const point of turned) {
    if (isNear(point)) pieces.at(-1)?.push(point);
    else if (pieces.at(-1)?.length !== 0) pieces.push([]);
  }
  return pieces
    .filter((piece) => piece.length > 3)
    .map((piece) => smoothLine(withoutStraights(piece)))
    .join('');
}

/** Whether a closed line is so narrow that it looks like a mistake, such as a pool in the river bed. */
function isSliver(ring: readonly Point[], minExtent: number): boolean {
  const [across, down] = [0, 1].map((axis) => ring.map((point) => point[axis] ?? 0));
  const extent = (values: number[] = []) => Math.max(...values) - Math.min(...values);
  return Math.min(extent(across), extent(down)) < minExtent;
}

/**
 * A curve through the midpoints between the points, with the points as control points. Each control point is the
 * previous one mirrored at the midpoint, so the path needs only the midpoints (`t`), which halves its length.
 */
function smoothLine(corners: readonly Point[], { isClosed = false } = {}): string {
  const even = corners.map(toEven);
  const points = isClosed ? [...even, ...even.slice(0, 2)] : even;
  const [first, second] = points;
  if (!first || !second || points.length < 3) return '';
  let here = middle(first, second);
  let path = `M${here.join(' ')}q${stepTo(here, second)}`;
  for (let index = 1; index < points.length - 1; index += 1) {
    const [point, next] = [points[index], points[index + 1]];
    if (!point || !next) break;
    const there = middle(point, next);
    path += `${index === 2 ? 't' : ' '}${stepTo(here, there)}`;
    here = there;
  }
  return path.replaceAll(' -', '-');
}

/** Rounds to even coordinates. Their midpoints are integers, so rounding errors do not add up along the line. */
function toEven([x, y]: Point): Point {
  return [Math.round(x / 2) * 2, Math.round(y / 2) * 2];
}

/** Drops points that are nearly on the line between their neighbours. */
function withoutStraights(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const [index, point] of points.entries()) {
    const [before, after] = [kept.at(-1), points[index + 1]];
    if (!before || !after || isBend(before, point, after)) kept.push(point);
  }
  return kept;
}

function isBend([x1, y1]: Point, [x, y]: Point, [x2, y2]: Point): boolean {
  const [along, down] = [x2 - x1, y2 - y1];
  return Math.abs(along * (y - y1) - down * (x - x1)) > 0.9 * Math.hypot(along, down);
}

function middle([x1, y1]: Point, [x2, y2]: Point): Point {
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

function stepTo([x1, y1]: Point, [x2, y2]: Point): string {
  return `${x2 - x1} ${y2 - y1}`;
}
