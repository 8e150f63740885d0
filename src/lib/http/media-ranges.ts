import type { parseQualityList } from './quality-list.ts';

type Ranges = ReturnType<typeof parseQualityList>;

/** The range that matches a media type best. `specificity` is 3 for the type itself, and 0 if no range matches. */
export type MediaMatch = { specificity: number; quality: number; position: number };

/** Finds the most specific range for a media type such as `text/html` (RFC 9110, section 12.5.1). */
export function matchMediaType(ranges: Ranges, type: string): MediaMatch {
  let best: MediaMatch = { specificity: 0, quality: 0, position: Infinity };
  for (const [position, { name, quality }] of ranges.entries()) {
    if (quality === null) continue;
    const specificity = specificityFor(type, name);
    if (specificity === 0 || specificity < best.specificity) continue;
    if (specificity === best.specificity && quality <= best.quality) continue;
    best = { specificity, quality, position };
  }
  return best;
}

function specificityFor(type: string, range: string): number {
  if (range === type) return 3;
  if (range === `${type.split('/', 1)[0]}/*`) return 2;
  return range === '*/*' ? 1 : 0;
}
