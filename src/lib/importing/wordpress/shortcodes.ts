import { escapeHtml } from '#lib/content/html-text.ts';
import { escapeCode, isInSentence } from '#lib/importing/literal-code.ts';

/** A picture of the media library. */
export type LibraryPicture = { url: string; alt: string; caption: string };

type ShortcodeOptions = {
  /** The pictures with these ids; without ids, those of the page. */
  findPictures: (ids: readonly string[] | undefined) => readonly LibraryPicture[];
};

/** A name in brackets with attributes: `[gallery ids="1,2"]`. Limited, so that it takes linear time. */
const tag = /\[(\/?)([a-z][\w-]{0,60})((?:\s[^[\]]{0,2000})?)\]/gi;
/** Names that no text has in brackets, though they have no attributes. */
const known = /^(?:gallery|caption|embed|audio|video|playlist|contact-form)$|_/;
/** Attributes with words for readers, those of a link, and those that say what a shortcode without a text shows. */
const wordAttribute = /^(?!admin_)(?:.*_)?(?:title|heading|caption|text|label)$/;
const linkAttribute = /^(?:.*_)?(?:link|url|href)$/;
const contentAttribute = /^(?:ids?|src|slug|file|feed)$/;
/** Some page builders keep HTML in base64. */
const encoded = /^(?=.*[\d=])[\w+/]{20,}={0,2}$/;
const picture = /^[^\s"<>]+\.(?:jpe?g|png|gif|webp|avif)$/i;

/**
 * Replaces the shortcodes of WordPress: galleries and captions by figures, media by links. Shortcodes around a text, such
 * as the rows and boxes of page builders, leave it in place, with their own words and link. Others become code. Words in
 * brackets that are no shortcodes stay as they are.
 */
export function replaceShortcodes(html: string, options: ShortcodeOptions): string {
  return replaceOthers(replaceCaptions(escapeCode(html)), options);
}

/** `[caption]` holds a picture, perhaps in a link, and then the text. */
function replaceCaptions(html: string): string {
  return html
    .split(/\[caption\b/i)
    .map((part, at) => {
      const end = at === 0 ? -1 : part.search(/\[\/caption\]/i);
      const start = part.indexOf(']');
      if (end === -1 || start === -1 || start > end) return at === 0 ? part : `[caption${part}`;
      const attributes = readAttributes(part.slice(0, start));
      const inner = part.slice(start + 1, end);
      const pictureEnd = inner.toLowerCase().lastIndexOf('<img');
      const after = pictureEnd === -1 ? 0 : inner.indexOf('>', pictureEnd) + 1;
      const close = /^\s*<\/a>/i.exec(inner.slice(after))?.[0].length ?? 0;
      const caption = inner.slice(after + close).trim() || (attributes.get('caption') ?? '');
      const figure = `<figure>${inner.slice(0, after + close)}<figcaption>${caption}</figcaption></figure>`;
      return figure + part.slice(end + '[/caption]'.length);
    })
    .join('');
}

/** Skips tags and comments, in which brackets mean nothing. In code they are escaped. */
function replaceOthers(html: string, options: ShortcodeOptions): string {
  const closed = new Set([...html.matchAll(tag)].filter(([, slash]) => slash).map(([, , name]) => name));
  return html
    .split(/(<!--[\s\S]*?-->|<[^<>]*>)/)
    .map((part, at) => (at % 2 === 1 ? part : replaceIn(part, closed, options)))
    .join('');
}

function replaceIn(text: string, closed: ReadonlySet<string | undefined>, options: ShortcodeOptions): string {
  let written = '';
  let start = 0;
  const links: string[] = [];
  for (const { 0: source, 1: slash = '', 2: name = '', 3: rest = '', index } of text.matchAll(tag)) {
    if (index < start) continue;
    const before = text[index - 1];
    const end = index + source.length;
    // WordPress shows a shortcode in two brackets as text.
    if (before === '[' && text[end] === ']') {
      written += text.slice(start, index - 1) + source;
      start = end + 1;
      continue;
    }
    const isShortcode = slash !== '' || closed.has(name) || rest.includes('=') || known.test(name);
    if (!isShortcode) continue;
    written += text.slice(start, index);
    start = end;
    if (slash !== '') {
      if (links.at(-1) === name && links.pop()) written += '</a>';
      continue;
    }
    const attributes = readAttributes(rest);
    const close = closed.has(name) ? text.indexOf(`[/${name}]`, end) : -1;
    const after = close === -1 ? end : close + name.length + 3;
    const inner = close === -1 ? '' : text.slice(end, close).trim();
    const media = showMedia(name, { attributes, inner, options });
    if (media !== undefined) {
      written += media;
      start = name === 'embed' ? after : end;
      continue;
    }
    const isInLine = isInSentence(text, index, closed.has(name) ? text.length : end);
    const words = showWords(attributes, isInLine);
    const isAround = closed.has(name) && (close === -1 || inner !== '');
    if (encoded.test(inner) || (!isAround && (hasContent(attributes) || words === ''))) {
      if (!isAround || encoded.test(inner)) start = after;
      written += writeSource(name, text.slice(index, start), isInLine);
      continue;
    }
    written += reportTag(name, source) + words;
    const url = words === '' && inner !== '' ? findLink(attributes) : undefined;
    if (url === undefined) continue;
    written += `<a href="${escapeHtml(url)}">`;
    links.push(name);
  }
  return written + text.slice(start);
}

type Attributes = ReadonlyMap<string, string>;

/** Galleries, pictures and other media as HTML. */
function showMedia(
  name: string,
  { attributes, inner, options }: { attributes: Attributes; inner: string; options: ShortcodeOptions },
): string | undefined {
  if (name === 'gallery') {
    const ids = attributes.get('ids') ?? attributes.get('include');
    const pictures = options.findPictures(ids?.split(/[\s,]+/).filter(Boolean));
    if (pictures.length > 0) return pictures.map(toFigure).join('');
  }
  const src = attributes.get('src') ?? '';
  if (picture.test(src))
    return `<img src="${escapeHtml(src)}" alt="${escapeHtml(attributes.get('alt') ?? '')}">`;
  if (!/^(?:embed|audio|video)$/.test(name)) return undefined;
  const media = [...attributes].find(([key]) =>
    /^(?:src|mp3|mp4|m4a|m4v|ogg|ogv|wav|webm|url)$/.test(key),
  )?.[1];
  const url = escapeHtml((name === 'embed' ? inner : media) ?? '');
  return /^https?:\/\//i.test(url) ? `<p><a href="${url}">${url}</a></p>` : undefined;
}

/** The words of a shortcode itself, such as the title of a box, with its link. */
function showWords(attributes: Attributes, isInLine: boolean): string {
  const words = [...attributes].flatMap(([key, value]) =>
    wordAttribute.test(key) && /\p{L}/u.test(value) ? [value] : [],
  );
  if (words.length === 0) return '';
  const url = findLink(attributes);
  const text = `<strong>${words.join(' ')}</strong>`;
  const shown = url === undefined ? text : `<a href="${escapeHtml(url)}">${text}</a>`;
  return isInLine ? `${shown} ` : `<p>${shown}</p>`;
}

function findLink(attributes: Attributes): string | undefined {
  return [...attributes].find(
    ([key, value]) => linkAttribute.test(key) && /^(?:https?:\/\/|\/)/i.test(value),
  )?.[1];
}

function hasContent(attributes: Attributes): boolean {
  return [...attributes.keys()].some((key) => contentAttribute.test(key));
}

function writeSource(name: string, source: string, isInLine: boolean): string {
  const element = isInLine ? 'code' : 'pre';
  return `<${element} data-language="text" data-unknown="the shortcode ${escapeHtml(name)}">${escapeHtml(source)}</${element}>`;
}

function reportTag(name: string, source: string): string {
  return `<script data-unknown="the shortcode ${escapeHtml(name)}">${source.replaceAll('</', '')}</script>`;
}

function toFigure({ url, alt, caption }: LibraryPicture): string {
  const text = caption ? `<figcaption>${caption}</figcaption>` : '';
  return `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">${text}</figure>`;
}

function readAttributes(text: string): Map<string, string> {
  const pattern = /([a-z][\w-]{0,60})=(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))/gi;
  return new Map(
    [...text.replaceAll(/[“”″]/g, '"').matchAll(pattern)].map(([, key = '', double, single, bare]) => [
      key.toLowerCase(),
      double ?? single ?? bare ?? '',
    ]),
  );
}
