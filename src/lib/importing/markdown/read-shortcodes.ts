import { escapeHtml } from '#lib/content/html-text.ts';
import { createMask, maskCode } from './mask-code.ts';
import {
  fenceCode,
  isNoteName,
  openNote,
  readPairs,
  reportUnknown,
  showUnknownAt,
  titleOf,
} from './unknown-source.ts';

const shortcode = /\{\{([<%])((?:[^{}>%]|[>%](?!\}\})|\{(?!\{)|\}(?!\}))*)[>%]\}\}/g;
const comment =
  /\{\{[<%]\s*comment\s*[>%]\}\}([\s\S]*?)\{\{[<%]\s*\/\s*comment\s*[>%]\}\}|\{\{\/\*((?:[^*]|\*(?!\/))*)\*\/\}\}/g;
/** A shortcode that is written as a comment is shown, not run. */
const shown = /\{\{([<%])\/\*((?:[^*]|\*(?!\/))*)\*\/([>%])\}\}/g;

/** Replaces the shortcodes of Hugo: notes, pictures, code and links are converted, others become code. */
export function replaceShortcodes(source: string, find: (name: string) => string): string {
  const mask = createMask();
  const text = fenceCode(source, {
    open: /\{\{[<%]\s*(?:highlight\b|(?=(?:katex|math(?:jax)?|latex)\b))([^{}]*)[>%]\}\}/,
    close: /\{\{[<%]\s*\/\s*(?:highlight|katex|math(?:jax)?|latex)\s*[>%]\}\}/,
  });
  const masked = maskCode(text, mask)
    .replaceAll(comment, (_, words?: string, others?: string) =>
      reportUnknown(mask.open(words ?? others ?? ''), 'a comment'),
    )
    .replaceAll(shown, (_, open: string, inner: string, close: string) =>
      mask.keep(escapeHtml(`{{${open}${inner}${close}}}`)),
    );
  const paired = new Set([...masked.matchAll(/\{\{[<%]\s*\/\s*([\w/-]+)/g)].map(([, name]) => name));
  const links: string[] = [];
  const replaced = masked.replaceAll(shortcode, (all, _, inner: string, index: number, whole: string) =>
    replaceShortcode(inner.trim(), { source: all, index, whole, paired, links, find }),
  );
  // Those that are left are in code.
  return mask.open(replaced).replaceAll(shown, '{{$1$2$3}}');
}

type Place = {
  source: string;
  index: number;
  whole: string;
  /** Names of shortcodes that have an end. */
  paired: ReadonlySet<string | undefined>;
  /** Names of open shortcodes that are links. */
  links: string[];
  /** The address of another text. */
  find: (name: string) => string;
};

function replaceShortcode(inner: string, { source, index, whole, paired, links, find }: Place): string {
  const isEnd = inner.startsWith('/');
  const [name = '', ...others] = inner
    .replace(/^\/\s*/, '')
    .replace(/\/$/, '')
    .trim()
    .split(/\s+/);
  const rest = others.join(' ');
  const attributes = readPairs(rest);
  const quoted = [...rest.matchAll(/(?<!=)"([^"]*)"/g)].map(([, text = '']) => text);
  const value = attributes.get('id') ?? attributes.get('path') ?? (quoted[0] || (others[0] ?? ''));
  if (name === 'ref' || name === 'relref') return find(value);
  if (name === 'figure') return figure(attributes);
  if (name === 'youtube' && value) return link(`https://www.youtube.com/watch?v=${value}`);
  if (name === 'vimeo' && value) return link(`https://vimeo.com/${value}`);
  const title = titleOf(name, attributes) ?? quoted[0];
  if (paired.has(name) && isNoteName(name)) {
    const type = attributes.get('type') ?? others.find((word) => isNoteName(word.replaceAll('"', '')));
    const isType = title !== undefined && isNoteName(title);
    return isEnd
      ? '\n\n</aside>\n\n'
      : `\n\n${openNote(type?.replaceAll('"', '') ?? name, isType ? quoted[1] : title)}\n\n`;
  }
  if (isEnd) return links.at(-1) === name && links.pop() ? '</a>' : '';
  const what = `the shortcode ${name}`;
  if (!paired.has(name)) return showUnknownAt(source, what, { index, whole });
  const url = ['href', 'url', 'link', 'to'].map((each) => attributes.get(each)).find(Boolean);
  if (url) links.push(name);
  const shown = title && title !== url ? `\n\n**${title}**\n\n` : '';
  return `${reportUnknown(source, what)}${shown}${url ? `<a href="${escapeHtml(url)}">` : ''}`;
}

function figure(attributes: ReadonlyMap<string, string>): string {
  const read = (name: string) => escapeHtml(attributes.get(name) ?? '');
  const caption = read('caption') || read('title');
  return `<figure><img src="${read('src')}" alt="${read('alt')}"><figcaption>${caption}</figcaption></figure>`;
}

function link(url: string): string {
  return `[${url}](${encodeURI(url)})`;
}
