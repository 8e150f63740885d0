import { escapeHtml } from '#lib/content/html-text.ts';
import { maskCode } from './mask-code.ts';
import {
  fenceCode,
  isNoteName,
  openNote,
  readPairs,
  reportUnknown,
  showUnknownAt,
} from './unknown-source.ts';

const shortcode = /\{\{([<%])((?:[^{}>%]|[>%](?!\}\})|\{(?!\{)|\}(?!\}))*)[>%]\}\}/g;
/** A shortcode that is written as a comment is shown, not run. */
const shown = /\{\{([<%])\/\*((?:[^*]|\*(?!\/))*)\*\/([>%])\}\}/g;

/** Replaces the shortcodes of Hugo: notes, pictures, code and links are converted, others become code. */
export function replaceShortcodes(source: string): string {
  const literal: string[] = [];
  const text = fenceCode(source, {
    open: /\{\{[<%]\s*highlight\b([^{}]*)[>%]\}\}/,
    close: /\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/,
  })
    .replaceAll(
      /\{\{([<%])\s*comment\s*[>%]\}\}([\s\S]*?)\{\{[<%]\s*\/\s*comment\s*[>%]\}\}/g,
      (_, _open, words: string) => reportUnknown(words, 'a comment'),
    )
    .replaceAll(/\{\{\/\*((?:[^*]|\*(?!\/))*)\*\/\}\}/g, (_, words: string) =>
      reportUnknown(words, 'a comment'),
    )
    .replaceAll(shown, (_, open: string, inner: string, close: string) => {
      return `\uE002${literal.push(`{{${open}${inner}${close}}}`) - 1}\uE003`;
    });
  const masked = maskCode(text);
  const paired = new Set([...masked.text.matchAll(/\{\{[<%]\s*\/\s*([\w/-]+)/g)].map(([, name]) => name));
  const replaced = masked.text.replaceAll(shortcode, (all, _, inner: string, index: number, whole: string) =>
    replaceShortcode(inner.trim(), { source: all, index, whole, paired }),
  );
  const put = (part: string, change: (code: string) => string) =>
    part.replaceAll(/\uE002(\d+)\uE003/g, (_, at: string) => change(literal[Number(at)] ?? ''));
  return put(masked.open(put(replaced, escapeHtml)), (code) => code);
}

type Place = { source: string; index: number; whole: string; paired: ReadonlySet<string | undefined> };

function replaceShortcode(inner: string, { source, index, whole, paired }: Place): string {
  const isEnd = inner.startsWith('/');
  const [name = '', ...others] = inner
    .replace(/^\/\s*/, '')
    .replace(/\/$/, '')
    .trim()
    .split(/\s+/);
  const rest = others.join(' ');
  const attributes = readPairs(rest);
  const quoted = [...rest.matchAll(/(?<!=)"([^"]*)"/g)].map(([, text = '']) => text);
  const value = attributes.get('id') ?? (quoted[0] || (others[0] ?? ''));
  if (name === 'ref' || name === 'relref') return value;
  if (name === 'figure') return figure(attributes);
  if (name === 'youtube' && value) return link(`https://www.youtube.com/watch?v=${value}`);
  if (name === 'vimeo' && value) return link(`https://vimeo.com/${value}`);
  const title = attributes.get('title') ?? quoted[0];
  if (paired.has(name) && isNoteName(name)) {
    const type = attributes.get('type') ?? others.find((word) => isNoteName(word.replaceAll('"', '')));
    const isType = title !== undefined && isNoteName(title);
    return isEnd
      ? '\n\n</aside>\n\n'
      : `\n\n${openNote(type?.replaceAll('"', '') ?? name, isType ? quoted[1] : title)}\n\n`;
  }
  if (isEnd) return '';
  const what = `the shortcode ${name}`;
  if (!paired.has(name)) return showUnknownAt(source, what, { index, whole });
  return `${reportUnknown(source, what)}${title ? `\n\n**${title}**\n\n` : ''}`;
}

function figure(attributes: ReadonlyMap<string, string>): string {
  const read = (name: string) => escapeHtml(attributes.get(name) ?? '');
  const caption = read('caption') || read('title');
  return `<figure><img src="${read('src')}" alt="${read('alt')}"><figcaption>${caption}</figcaption></figure>`;
}

function link(url: string): string {
  return `[${url}](${encodeURI(url)})`;
}
