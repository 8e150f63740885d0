import { posix } from 'node:path';
import { isDocument } from '#lib/content/download.ts';
import { readFrontMatter, readYamlFile } from '#lib/content/checking/check-front-matter.ts';

/** A picture that a text shows, with its text alternative, or a document that it links to, with the text of the link. */
export type PictureUse = { picture: string; alt: string };

const pictureEndings = /\.(?:jpe?g|png|webp|avif|tiff?|gif|svg)$/i;

export function isPicture(path: string): boolean {
  return pictureEndings.test(path);
}

/** Finds the pictures and documents that an entry or a settings file shows. @param path in the content folder */
export function findPictureUses(path: string, text: string): PictureUse[] {
  const isYaml = path.endsWith('.yaml');
  const { frontMatter } = isYaml ? readYamlFile(text) : withFields(text);
  const found = [...picturesOfField(frontMatter?.data['picture'])];
  if (!isYaml) found.push(...picturesOfText(text));
  return found.flatMap(({ src, alt }) => {
    const picture = resolvePicture(src, path);
    return picture === undefined ? [] : [{ picture, alt }];
  });
}

type Named = { src: string; alt: string };

/** Parses the front matter only if it mentions a picture, to save time. */
function withFields(text: string): Pick<ReturnType<typeof readFrontMatter>, 'frontMatter'> {
  return /^picture:/m.test(text) ? readFrontMatter(text) : { frontMatter: undefined };
}

function picturesOfField(value: unknown): Named[] {
  if (typeof value !== 'object' || value === null || !('file' in value)) return [];
  const { file } = value;
  const alt = 'alt' in value && typeof value.alt === 'string' ? value.alt : '';
  return typeof file === 'string' ? [{ src: file, alt }] : [];
}

const code = /^```[^]*?^```|^~~~[^]*?^~~~|`[^`\n]+`/gm;
// No group can match past the start of the next one, so matching takes linear time.
const markdownPicture = /!\[((?:[^[\]\\]|\\.)*)\](?:\(\s*<?([^\s)>(]+)|\[([^[\]]*)\])/g;
// With the flag `m`, `^` also matches after U+2028, so a line of many U+2028 would take quadratic time.
const definition = /(?<![^\n]) {0,3}\[([^\]\n]+)\]:\s*<?([^\s>]+)/g;
const documentLink = /\[([^[\]\n]*)\]\(\s*<?([^\s)>(]+\.(?:pdf|docx|xlsx))>?\s*\)/gi;
const tag = /<(?:Figure|img)\b((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g;

function picturesOfText(text: string): Named[] {
  const shown = text.replaceAll(code, '');
  const named = new Map([...shown.matchAll(definition)].map(([, name = '', src = '']) => [name, src]));
  const inMarkdown = [...shown.matchAll(markdownPicture)].map(([, alt = '', src, name]) => ({
    alt: alt.replaceAll(/\\(.)/g, '$1'),
    src: src ?? named.get(name || alt) ?? '',
  }));
  const inTags = [...shown.matchAll(tag)].map(([, attributes = '']) => ({
    src: attributeOf('src', attributes),
    alt: attributeOf('alt', attributes),
  }));
  const linked = [...shown.matchAll(documentLink)].map(([, alt = '', src = '']) => ({ alt, src }));
  return [...inMarkdown, ...inTags, ...linked];
}

function attributeOf(name: string, attributes: string): string {
  const [, double, single = ''] =
    new RegExp(String.raw`\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? [];
  return (double ?? single).replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** Resolves the source of a picture or document to a path in the content folder; undefined if it is outside. */
function resolvePicture(src: string, path: string): string | undefined {
  if (URL.canParse(src) || !(isPicture(src) || isDocument(src))) return undefined;
  if (src.startsWith('/')) return isDocument(src) ? decode(src.slice(1)) : undefined;
  const resolved = posix.join(posix.dirname(path), decode(src));
  return resolved.startsWith('../') ? undefined : resolved;
}

function decode(src: string): string {
  try {
    return decodeURI(src);
  } catch {
    return src;
  }
}

/** The relative path of a picture from an entry: `./weir.jpg`, or `../courses/weir.jpg` in another folder. */
export function addressFrom(file: string, picture: string): string {
  const relative = posix.relative(posix.dirname(file), picture);
  const encoded = relative.split('/').map(encodeURIComponent).join('/');
  return encoded.startsWith('../') ? encoded : `./${encoded}`;
}
