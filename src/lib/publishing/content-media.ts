import { attribute, findElement, type Element } from './content-tree.ts';

/** What a link to each kind is called where it has no title of its own. */
export const MEDIA_NAMES = new Map(
  Object.entries({
    iframe: 'Embedded page',
    video: 'Video',
    audio: 'Audio',
    embed: 'Embedded file',
    object: 'Embedded file',
  }),
);

/** Where a link leads as it is written, or null for what is no address to follow. */
export function linkTarget(element: Element): string | null {
  const href = attribute(element, 'href')?.trim();
  return href === undefined || /^javascript:/i.test(href) ? null : href;
}

/** Images that are inlined in the page are not repeated in its plain forms; their alternative text is. */
export function imageSource(element: Element): string | null {
  const source = attribute(element, 'src')?.trim();
  return !source || /^data:/i.test(source) ? null : source;
}

/** Address of a video, sound, frame or embedded file. */
export function mediaSource(element: Element): string | null {
  if (!MEDIA_NAMES.has(element.tagName)) return null;
  const inner = findElement(element, (child) => child.tagName === 'source');
  const own = attribute(element, element.tagName === 'object' ? 'data' : 'src');
  const source = (own ?? (inner && attribute(inner, 'src')))?.trim();
  return !source || /^(?:data|javascript|about):/i.test(source) ? null : source;
}
