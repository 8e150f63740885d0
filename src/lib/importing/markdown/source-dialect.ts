import { escapeHtml } from '#lib/content/html-text.ts';
import type { MarkdownLayout } from './source-settings.ts';

/**
 * Replaces what a site generator adds to Markdown: notes, figures and code become HTML or Markdown; other shortcodes,
 * Liquid tags and components become code blocks. Never runs any of it.
 */
export function toPlainMarkdown(body: string, layout: MarkdownLayout, isMdx: boolean): string {
  const text = layout === 'jekyll' ? replaceHighlights(body) : body;
  return outsideCode(text, (part) => {
    if (layout === 'hugo') return replaceHugo(part);
    if (layout === 'jekyll') return replaceLiquid(part);
    return layout === 'plain' && !isMdx ? part : replaceNotes(isMdx ? replaceMdx(part) : part);
  });
}

/** Calls `change` for the text between code blocks. Keeps inline code. */
function outsideCode(text: string, change: (part: string) => string): string {
  const parts: string[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const flush = (isCode: boolean) => {
    if (lines.length > 0) parts.push(isCode ? lines.join('\n') : keepInlineCode(lines.join('\n'), change));
    lines = [];
  };
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const mark = /^(?:[-*+]\s|\d{1,9}[.)]\s)?\s{0,20}(`{3,}|~{3,})/.exec(line.trimStart())?.[1];
    if (fence === undefined && mark !== undefined) {
      flush(false);
      fence = mark;
      lines.push(line);
    } else if (fence !== undefined && mark?.startsWith(fence) === true && line.trim() === mark) {
      lines.push(line);
      flush(true);
      fence = undefined;
    } else lines.push(line);
  }
  flush(fence !== undefined);
  return parts.join('\n');
}

function keepInlineCode(text: string, change: (part: string) => string): string {
  const kept: string[] = [];
  const masked = text.replaceAll(/(?<!`)(`{1,4})(?!`)[^`\n]{1,2000}\1(?!`)/g, (code) => {
    kept.push(code);
    return `\uE000${kept.length - 1}\uE001`;
  });
  return change(masked).replaceAll(/\uE000(\d+)\uE001/g, (_, at: string) => kept[Number(at)] ?? '');
}

/** The source of something unknown: a block where it stands alone on its line, else inline code. */
function unknown(source: string, what: string, line: { before: string; after: string }): string {
  const isAlone = line.before.trim() === '' && line.after.trim() === '';
  if (!isAlone) return `<code>${escapeHtml(source)}</code>`;
  const text = escapeHtml(source).replaceAll('\n', '&#10;');
  return `\n\n<pre data-language="text" data-unknown="${escapeHtml(what)}">${text}</pre>\n\n`;
}

function around(text: string, index: number, length: number) {
  const start = text.lastIndexOf('\n', index - 1) + 1;
  const end = text.indexOf('\n', index + length);
  return {
    before: text.slice(start, index),
    after: text.slice(index + length, end === -1 ? undefined : end),
  };
}

function replaceHugo(text: string): string {
  return text.replaceAll(
    /\{\{[<%]([^{}]{1,2000})[>%]\}\}/g,
    (source, inner: string, index: number, whole: string) => {
      const [name = '', ...others] = inner.trim().replace(/\/$/, '').split(/\s+/);
      const rest = others.join(' ');
      const attributes = readPairs(rest);
      const value = attributes.get('id') ?? (/^"([^"]*)"/.exec(rest)?.[1] || (others[0] ?? ''));
      if (name === 'ref' || name === 'relref') return value;
      if (name === 'figure') return figure(attributes);
      if (name === 'youtube' && value) return link(`https://www.youtube.com/watch?v=${value}`);
      if (name === 'vimeo' && value) return link(`https://vimeo.com/${value}`);
      return unknown(source, `the shortcode ${name}`, around(whole, index, source.length));
    },
  );
}

function figure(attributes: ReadonlyMap<string, string>): string {
  const read = (name: string) => escapeHtml(attributes.get(name) ?? '');
  const caption = read('caption') || read('title');
  return `<figure><img src="${read('src')}" alt="${read('alt')}"><figcaption>${caption}</figcaption></figure>`;
}

function link(url: string): string {
  return `[${url}](${encodeURI(url)})`;
}

function readPairs(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/([\w-]{1,60})=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)].map(
      ([, key = '', double, single, bare]) => [key, double ?? single ?? bare ?? ''],
    ),
  );
}

/** Code between Liquid tags becomes a code block. */
function replaceHighlights(text: string): string {
  return text
    .split(/\{%-?\s*highlight\s+/)
    .map((part, at) => {
      const end = /\{%-?\s*endhighlight\s*-?%\}/.exec(part);
      const open = part.indexOf('%}');
      if (at === 0 || !end || open === -1 || open > end.index)
        return at === 0 ? part : `{% highlight ${part}`;
      const language = /^\w*/.exec(part)?.[0] ?? '';
      const code = part
        .slice(open + 2, end.index)
        .replace(/^\n/, '')
        .replace(/\n$/, '');
      return `\n~~~~${language}\n${code}\n~~~~\n${part.slice(end.index + end[0].length)}`;
    })
    .join('');
}

function replaceLiquid(text: string): string {
  const pattern = /\{%-?([^{}%]{0,2000})-?%\}|\{\{-?([^{}]{0,2000})-?\}\}/g;
  return text
    .replaceAll(
      pattern,
      (source, tag: string | undefined, output: string | undefined, index: number, whole: string) => {
        const [name = '', ...others] = (tag ?? '').trim().split(/\s+/);
        const rest = others.join(' ');
        if (/^(?:raw|endraw|comment|endcomment)$/.test(name)) return '';
        if (name === 'link' || name === 'post_url')
          return name === 'link' ? `/${rest.trim()}` : `/_posts/${rest.trim()}`;
        const path = /^\s*["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url)\s*$/.exec(output ?? '')?.[1];
        if (path !== undefined) return path;
        if (/^\s*site\.(?:baseurl|url)\s*$/.test(output ?? '')) return '';
        return unknown(source, 'a Liquid tag', around(whole, index, source.length));
      },
    )
    .replaceAll(/\{:[^{}\n]{0,500}\}/g, '');
}

const noteTypes: Readonly<Record<string, string>> = {
  note: 'note',
  info: 'note',
  important: 'warning',
  tip: 'tip',
  success: 'tip',
  caution: 'warning',
  warning: 'warning',
  danger: 'warning',
};

/** `:::note[Title]` and `:::tip Title`, up to a line with `:::`. */
function replaceNotes(text: string): string {
  return text
    .replaceAll(/^:{3,}([a-z]{1,20})(?![a-z])([^\n]*)$/gim, (source, name: string, rest: string) => {
      const type = noteTypes[name.toLowerCase()];
      const title = /^\[([^\]]*)\]/.exec(rest)?.[1] ?? rest.replace(/\{.*/, '');
      return type === undefined ? source : openNote(type, title);
    })
    .replaceAll(/^:{3,}[ \t]*$/gm, '\n</aside>\n');
}

function openNote(type: string, title = ''): string {
  const shown = title.trim() === '' ? '' : ` data-title="${escapeHtml(title.trim())}"`;
  return `\n<aside data-import-callout="${type}"${shown}>\n`;
}

/** Components of MDX: notes and pictures become HTML, imports are left out, and empty ones become code. */
function replaceMdx(text: string): string {
  return text
    .replaceAll(
      /^(?:import|export)\s[^\n]*(?:\n(?!\n)[^\n]*)*/gm,
      (source) =>
        `\n<script data-unknown="an import or export of MDX">${source.replaceAll('<', '\\u003c').replaceAll(/\n\s*\n/g, '\n')}</script>\n`,
    )
    .replaceAll(/\{\/\*(?:[^*]|\*(?!\/))*\*\/\}/g, '')
    .replaceAll(/<Aside((?:\s[^<>]*)?)>/g, (_, rest: string) => {
      const attributes = readPairs(rest);
      return openNote(noteTypes[attributes.get('type') ?? 'note'] ?? 'note', attributes.get('title'));
    })
    .replaceAll('</Aside>', '\n</aside>\n')
    .replaceAll(
      /<([A-Z][\w.]*)((?:\s[^<>]{0,3000})?)\/>/g,
      (source, name: string, rest: string, index: number, whole: string) => {
        const attributes = readPairs(rest);
        if (name === 'Image' && attributes.has('src'))
          return `<img src="${escapeHtml(attributes.get('src') ?? '')}" alt="${escapeHtml(attributes.get('alt') ?? '')}">`;
        return unknown(source, `the component ${name}`, around(whole, index, source.length));
      },
    );
}
