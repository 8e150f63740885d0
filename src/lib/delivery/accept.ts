import { parseQualityList } from './quality-list.ts';
import { cacheByHeader } from './cache-by-header.ts';

/** The variant of a page to send; `none` means 406. */
type Variant = 'html' | 'markdown' | 'none';

type Match = { specificity: number; quality: number; position: number };

/**
 * Chooses a page's variant from the Accept header (RFC 9110, section 12.5.1). At equal quality HTML wins, unless
 * `text/markdown` itself is listed and `text/html` is not listed before it. Several header lines are joined by commas,
 * as in node:http and fetch; undefined means no header.
 */
export const negotiate = cacheByHeader(chooseVariant);

function chooseVariant(accept: string | undefined): Variant {
  const ranges = parseQualityList(accept ?? '');
  if (ranges.length === 0) return 'html';
  const html: Match = { specificity: 0, quality: 0, position: Infinity };
  const markdown: Match = { ...html };
  for (const [position, { name, quality }] of ranges.entries()) {
    if (quality === null) continue;
    note(html, { specificity: specificityFor('text/html', name), quality, position });
    note(markdown, { specificity: specificityFor('text/markdown', name), quality, position });
  }
  if (html.quality === 0 && markdown.quality === 0) return 'none';
  if (html.quality !== markdown.quality) return html.quality > markdown.quality ? 'html' : 'markdown';
  return isListed(markdown) && !(isListed(html) && html.position < markdown.position) ? 'markdown' : 'html';
}

function specificityFor(type: string, range: string): number {
  if (range === type) return 3;
  if (range === 'text/*') return 2;
  return range === '*/*' ? 1 : 0;
}

/** Replaces the best match if the found one is more specific, or equally specific with a higher quality. */
function note(best: Match, found: Match): void {
  if (found.specificity === 0 || found.specificity < best.specificity) return;
  if (found.specificity === best.specificity && found.quality <= best.quality) return;
  Object.assign(best, found);
}

function isListed(match: Match): boolean {
  return match.specificity === 3;
}
