import { matchMediaType } from '#lib/http/media-ranges.ts';
import { parseQualityList } from '#lib/http/quality-list.ts';

/**
 * Chooses the form of a 404, so that scripts, pictures and feeds don't get a whole page that nobody reads.
 * @param path without its query
 */
export function chooseMissing(path: string, accept: string | undefined): 'page' | 'json' | 'text' {
  const ranges = parseQualityList(accept ?? '');
  if (ranges.length === 0) return isFile(path) ? 'text' : 'page';
  const qualityOf = (type: string) => matchMediaType(ranges, type);
  const [html, markdown, json] = ['text/html', 'text/markdown', 'application/json'].map(qualityOf);
  const isNamed = (match: typeof html) => match !== undefined && match.specificity > 1 && match.quality > 0;
  if (isNamed(html) || isNamed(markdown)) return 'page';
  if (isNamed(json)) return 'json';
  const takesPage = [html, markdown].some((match) => match !== undefined && match.quality > 0);
  return takesPage && !isFile(path) ? 'page' : 'text';
}

/** Whether the address names a file other than a page or its Markdown. */
function isFile(path: string): boolean {
  return /\.[a-z0-9]{1,11}$/i.test(path) && !/\.(html?|md)$/i.test(path);
}
