import type { Artwork } from '#lib/content/institute-look.ts';
import { drawLandscape, type Landscape, type LandscapeSize } from './landscape.ts';
import { createRandom } from './terrain.ts';

/** Draws the artwork that an institute chose; undefined for `none`. The same seed always gives the same drawing. */
export function drawArtwork(artwork: Artwork, seed: string, size: LandscapeSize): Landscape | undefined {
  if (artwork === 'none') return undefined;
  return artwork === 'landscape' ? drawLandscape(seed, size) : drawRings(seed, size);
}

/** Draws rings around a point near an edge, like tree rings or ripples. Every fifth ring is bolder. */
function drawRings(seed: string, { width, height, levels }: LandscapeSize): Landscape {
  const random = createRandom(seed);
  const x = Math.round(width * (random() < 0.5 ? 0.1 + random() * 0.2 : 0.7 + random() * 0.2));
  const y = Math.round(height * (0.2 + random() * 0.6));
  const widest = Math.hypot(Math.max(x, width - x), Math.max(y, height - y));
  const distance = Math.round(height / levels);
  const lines = Array.from({ length: Math.ceil(widest / distance) }, (_, index) => {
    const radius = (index + 1) * distance;
    const half = (to: number) => `a${radius} ${radius} 0 0 1 ${to} 0`;
    return { isIndex: index % 5 === 4, path: `M${x - radius} ${y}${half(2 * radius)}${half(-2 * radius)}` };
  });
  return { lines, river: '' };
}
