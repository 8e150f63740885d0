import { parse, serialize } from 'parse5';
import { readTextFile } from '#lib/importing/decode-text.ts';
import { findInFolder } from '#lib/importing/import-files.ts';
import { listElements } from '#lib/importing/html-tree.ts';
import { hasClass } from '#lib/importing/pasted/pasted-style.ts';
import { decodePath } from '#lib/content/links.ts';

/** Classes that themes give to the text of a page, the usual first. */
const contentClasses = [/^entry-content$/, /^wp-block-post-content$/, /^post-content$/, /^page-content$/];

/**
 * The text of a page as the old site showed it, from a copy of the site on this disk, such as `wget --mirror` makes. It
 * has the results of shortcodes and blocks.
 * @returns undefined without a file, or if its text cannot be told from the theme
 */
export function readRendered(folder: string, url: URL): string | undefined {
  const path = decodePath(url.pathname).replace(/^\/|\/$/g, '');
  const file = [path, `${url.host}/${path}`]
    .flatMap((place) => [`${place}/index.html`, `${place}.html`, place])
    .map((place) => findInFolder(folder, place))
    .find((place) => place !== undefined);
  if (file === undefined) return undefined;
  const elements = listElements(parse(readTextFile(file, file).text));
  for (const name of contentClasses) {
    const [content, other] = elements.filter((element) => hasClass(element, name));
    if (content && !other) return serialize(content);
  }
  return undefined;
}
