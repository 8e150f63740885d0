import { escapeHtml } from '#lib/content/html-text.ts';
import { escapeCode } from '#lib/importing/literal-code.ts';

/** A picture of the media library. */
export type LibraryPicture = { url: string; alt: string; caption: string };

/** Page builders wrap texts in rows and columns, which have no words. */
const layout =
  /^(?:(?:et_pb|vc|fusion|av|cs|tatsu)_(?:section|row|column|text|inner)\w*|(?:one|two|three)_(?:half|third|fourth|fifth)\w*|row|col|column|columns|section|container|clear|divider)$/;

type ShortcodeOptions = {
  /** The pictures with these ids; without ids, those of the page. */
  findPictures: (ids: readonly string[] | undefined) => readonly LibraryPicture[];
};

type Shortcode = { name: string; attributes: ReadonlyMap<string, string>; source: string };

/** A name in brackets with attributes: `[gallery ids="1,2"]`. Limited, so that it takes linear time. */
const tag = /\[(\/?)([a-z][\w-]{0,60})((?:\s[^[\]]{0,2000})?)\]/gi;
/** The names of WordPress and of common plugins that have no attributes. */
const known = /^(?:gallery|caption|embed|audio|video|playlist|contact-form|woocommerce_\w+)$/;

/**
 * Replaces the shortcodes of WordPress: galleries and captions by figures, media by links. Others become code blocks;
 * the text between their tags stays. Words in brackets that are no shortcodes stay as they are.
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
      const caption = inner.slice(after + close).trim() || escapeHtml(attributes.get('caption') ?? '');
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
    const close = slash === '' ? text.indexOf(`[/${name}]`, end) : -1;
    const inner = close === -1 ? undefined : text.slice(end, close);
    const replaced = replaceOne({ name, attributes: readAttributes(rest), source }, inner, options);
    written += replaced.html;
    if (replaced.usesInner && close !== -1) start = close + name.length + 3;
  }
  return written + text.slice(start);
}

function replaceOne(
  { name, attributes, source }: Shortcode,
  inner: string | undefined,
  { findPictures }: ShortcodeOptions,
): { html: string; usesInner: boolean } {
  if (source === `[/${name}]` && /^(?:embed|audio|video|caption)$/.test(name))
    return { html: '', usesInner: false };
  if (name === 'gallery') {
    const ids = attributes.get('ids') ?? attributes.get('include');
    const pictures = findPictures(ids?.split(/[\s,]+/).filter(Boolean));
    if (pictures.length > 0) return { html: pictures.map(toFigure).join(''), usesInner: false };
  }
  const media = [...attributes].find(([key]) =>
    /^(?:src|mp3|mp4|m4a|m4v|ogg|ogv|wav|webm|url)$/.test(key),
  )?.[1];
  const url = name === 'embed' ? inner?.trim() : media;
  if (/^(?:embed|audio|video)$/.test(name) && url !== undefined && /^https?:\/\//i.test(url)) {
    const link = escapeHtml(url);
    return { html: `<p><a href="${link}">${link}</a></p>`, usesInner: name === 'embed' };
  }
  if (layout.test(name))
    return {
      html: `<script data-unknown="the layout ${name}">${source.replaceAll('</', '')}</script>`,
      usesInner: false,
    };
  return {
    html: `<pre data-language="text" data-unknown="the shortcode ${escapeHtml(name)}">${escapeHtml(source)}</pre>`,
    usesInner: false,
  };
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
