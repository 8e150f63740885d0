import { escapeHtml } from '#lib/content/html-text.ts';
import { outsideCode } from './mask-code.ts';
import type { MarkdownLayout } from './source-settings.ts';
import { readPairs, replaceNotes, showUnknown } from './unknown-source.ts';

/**
 * Replaces what a site generator adds to Markdown: notes, figures and code become HTML or Markdown; other shortcodes
 * and Liquid tags become code blocks. Never runs any of it.
 */
export function toPlainMarkdown(body: string, layout: MarkdownLayout): string {
  return outsideCode(layout === 'jekyll' ? replaceHighlights(body) : body, (part) => {
    if (layout === 'hugo') return replaceHugo(part);
    return replaceNotes(layout === 'jekyll' ? replaceLiquid(part) : part);
  });
}

/** The source of something unknown: a block where it stands alone on its line, else inline code. */
function unknown(source: string, what: string, line: { before: string; after: string }): string {
  const isAlone = line.before.trim() === '' && line.after.trim() === '';
  const shown = showUnknown(source, what, isAlone);
  return isAlone ? `\n\n${shown}\n\n` : shown;
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
