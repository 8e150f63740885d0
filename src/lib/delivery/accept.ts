import { matchMediaType, type MediaMatch } from '#lib/http/media-ranges.ts';
import { parseQualityList } from '#lib/http/quality-list.ts';
import { cacheByHeader } from './cache-by-header.ts';

/** The variant of a page to send; `none` means 406. */
type Variant = 'html' | 'markdown' | 'none';

/**
 * Chooses a page's variant from the Accept header (RFC 9110, section 12.5.1). At equal quality HTML wins, unless
 * `text/markdown` itself is listed and `text/html` is not listed before it. Several header lines are joined by commas,
 * as in node:http and fetch; undefined means no header.
 */
export const negotiate = cacheByHeader(chooseVariant);

function chooseVariant(accept: string | undefined): Variant {
  const ranges = parseQualityList(accept ?? '');
  if (ranges.length === 0) return 'html';
  const html = matchMediaType(ranges, 'text/html');
  const markdown = matchMediaType(ranges, 'text/markdown');
  if (html.quality === 0 && markdown.quality === 0) return 'none';
  if (html.quality !== markdown.quality) return html.quality > markdown.quality ? 'html' : 'markdown';
  return isListed(markdown) && !(isListed(html) && html.position < markdown.position) ? 'markdown' : 'html';
}

function isListed(match: MediaMatch): boolean {
  return match.specificity === 3;
}
