import { escapeHtml } from '#lib/content/html-text.ts';
import { escapeCode, isInSentence } from '#lib/importing/literal-code.ts';
import { readPairs, reportUnknown, showUnknown } from '#lib/importing/markdown/unknown-source.ts';

/** A picture of the media library. */
export type LibraryPicture = { url: string; alt: string; caption: string };

type ShortcodeOptions = {
  /** The pictures with these ids; without ids, those of the page. */
  findPictures: (ids: readonly string[] | undefined) => readonly LibraryPicture[];
};

/** A name in brackets with attributes, and its end if that follows. Limited, so that it takes linear time. */
const tag = /\[(\/?)([a-z][\w-]{0,60})((?:\s[^[\]]{0,2000})?)\](\s{0,99}\[\/\2\])?/gi;
/** Names that no text has in brackets, though they have no attributes. */
const known = /^(?:gallery|caption|embed|audio|video|playlist|contact-form)$|_/;
/** Attributes with words for readers, those of a link, and those that say what a shortcode without a text shows. */
const wordAttribute = /^(?!admin_)(?:.*_)?(?:title|heading|caption|text|label)$/;
const linkAttribute = /^(?:.*_)?(?:link|url|href)$/;
const contentAttribute = /^(?:ids?|src|slug|file|feed)$/;
/** Some page builders keep HTML in base64. */
const encoded =
  /\[([a-z][\w-]{0,60})\b[^[\]]{0,2000}\]\s{0,99}(?=[^\s[]{0,99}[\d=])[\w+/]{20,}={0,2}\s{0,99}\[\/\1\]/gi;
/** WordPress shows a shortcode in two brackets as text. */
const escaped = /\[(\[\/?[a-z][\w-]{0,60}(?:\s[^[\]]{0,2000})?\])\]/gi;
const embedded = /\[embed\b[^[\]]{0,2000}\]\s{0,99}(https?:\/\/[^\s[\]]{1,2000})\s{0,99}\[\/embed\]/gi;
const captioned = /\[caption\b([^[\]]{0,2000})\]((?:(?!\[caption\b)[\s\S]){0,10000}?)\[\/caption\]/gi;
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
  return html.replaceAll(captioned, (_, attributes: string, inner: string) => {
    const [, picture = '', text = ''] = /^([\s\S]*<img\b[^>]*>(?:\s*<\/a>)?)?([\s\S]*)$/i.exec(inner) ?? [];
    const caption = text.trim() || (readPairs(attributes).get('caption') ?? '');
    return `<figure>${picture}<figcaption>${caption}</figcaption></figure>`;
  });
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
  const links: string[] = [];
  return text
    .replaceAll(escaped, (_, shown: string) => maskBrackets(shown))
    .replaceAll(embedded, (_, url: string) => linkTo(url))
    .replaceAll(encoded, (source, name: string) =>
      maskBrackets(showUnknown(source, `the shortcode ${name}`, true)),
    )
    .replaceAll(
      tag,
      (
        source,
        slash: string,
        name: string,
        rest: string,
        close: string | undefined,
        index: number,
        whole: string,
      ) => {
        const isShortcode = closed.has(name) || close !== undefined || rest.includes('=') || known.test(name);
        if (slash !== '') return links.at(-1) === name && links.pop() ? '</a>' : '';
        if (!isShortcode) return source;
        const attributes = readPairs(rest.replaceAll(/[“”″]/g, '"'));
        const media = showMedia(name, attributes, options);
        if (media !== undefined) return media;
        const end = index + source.length;
        const isInLine = isInSentence(whole, index, closed.has(name) ? whole.length : end);
        const isAround = closed.has(name) && close === undefined;
        const words = showWords(attributes, isInLine);
        const what = `the shortcode ${name}`;
        if (!isAround && (hasContent(attributes) || words === ''))
          return showUnknown(source, what, !isInLine);
        const url = words === '' && isAround ? findLink(attributes) : undefined;
        if (url !== undefined) links.push(name);
        return (
          reportUnknown(source, what) + words + (url === undefined ? '' : `<a href="${escapeHtml(url)}">`)
        );
      },
    );
}

/** Brackets that start no shortcode. */
function maskBrackets(html: string): string {
  return html.replaceAll('[', '&#91;');
}

type Attributes = ReadonlyMap<string, string>;

/** Galleries, pictures and other media as HTML. */
function showMedia(name: string, attributes: Attributes, options: ShortcodeOptions): string | undefined {
  if (name === 'gallery') {
    const ids = attributes.get('ids') ?? attributes.get('include');
    const pictures = options.findPictures(ids?.split(/[\s,]+/).filter(Boolean));
    if (pictures.length > 0) return pictures.map(toFigure).join('');
  }
  const src = attributes.get('src') ?? '';
  if (picture.test(src))
    return `<img src="${escapeHtml(src)}" alt="${escapeHtml(attributes.get('alt') ?? '')}">`;
  if (name !== 'audio' && name !== 'video') return undefined;
  const url = [...attributes.values()].find((value) => /^https?:\/\//i.test(value));
  return url === undefined ? undefined : linkTo(url);
}

function linkTo(url: string): string {
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`;
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

function toFigure({ url, alt, caption }: LibraryPicture): string {
  const text = caption ? `<figcaption>${caption}</figcaption>` : '';
  return `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">${text}</figure>`;
}
