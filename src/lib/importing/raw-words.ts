import { parseFragment } from 'parse5';
import { textOf } from '#lib/content/tree-text.ts';

/** The text of a page as its source has it, before anything is converted. */
export type RawText = { text: string; format: 'html' | 'wordpress' | 'markdown' };

/** Attributes with words that readers see or hear. */
const shownAttribute =
  /\s(?:alt|title|caption|label|placeholder|aria-label|summary)\s*=\s*(?:\\?"([^"\\]*)\\?"|\\?'([^'\\]*)\\?')/gi;

/** Elements of HTML and MathML. Tags with other names may be code that an author did not escape. */
export const htmlTags = new Set(
  `a abbr acronym address area article aside audio b base bdi bdo big blink blockquote body br button caption center cite
  code col colgroup data dd del details dfn dir div dl dt em embed fieldset figcaption figure font footer form frame
  frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark
  marquee menu meta meter nav nobr noscript object ol optgroup option output p param picture pre progress q rb rp rt ruby s samp script
  search section select small source span strike strong style sub summary sup table tbody td template textarea tfoot th
  thead time title tr track tt u ul var video wbr noframes math annotation annotation-xml semantics mi mn mo ms mtext mrow
  mfrac msqrt mroot msup msub msubsup mover munder munderover mtable mtr mtd mspace mstyle mpadded mphantom mfenced
  menclose merror mmultiscripts`.split(/\s+/),
);
/** Elements that can stand inside a word. */
const inWord = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark nobr q rb rp rt ruby s samp small span strike strong tt u var wbr'.split(
    ' ',
  ),
);

const tag = /<\/?([a-z][\w.:-]{0,80})((?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|[^<>"'{}])*)>/gi;
/** Shortcodes of WordPress that show code as it is. */
const codeShortcode =
  /\[(code|source(?:code)?|math|latex|html?|xml|php|css|js|javascript|json|sql|bash|shell|python|ruby|java|c|cpp)\b[^\]\n]{0,2000}\]([\s\S]{0,20000}?)(?=\[\/\1\])/gi;
const shortcode = /\[(\/?)([a-z][\w-]{0,60})((?:\s[^[\]=]{0,200}=[^[\]]{0,2000})?)\]/gi;

/** The words that readers of a source see, in order and as written, found without the conversion. */
export function readRawWords({ text, format }: RawText): string[] {
  if (format === 'markdown') return listWords(decode(stripMarkdown(text)));
  const body = text
    .replace(/^[\s\S]*<(?:body\b[^>]*|\/head\s*)>/i, '')
    .replace(/<title\b[\s\S]*?<\/title>/gi, '');
  // Readers see the foot of a table last.
  const ordered = body.replaceAll(
    /(<tfoot\b[\s\S]{0,20000}?<\/tfoot\s*>)([\s\S]{0,200000}?)(?=<\/table)/gi,
    '$2$1',
  );
  const shown =
    format === 'wordpress' ? stripShortcodes(ordered.replaceAll(codeShortcode, escapeTags)) : ordered;
  return listWords(decode(stripTags(shown.replaceAll(/<!--[\s\S]*?(?:-->|$)|<!\[[^<>]*>/g, ''))));
}

/** Soft hyphens and other invisible characters inside words. */
const unseen = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;
/** Letters of scripts that have no spaces between words: each of them counts as a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/** The words of a text: runs of letters and digits. One with lost letters is a word, too. */
export function listWords(text: string): string[] {
  const spaced = text.replaceAll(unseen, '').replaceAll(unspaced, ' $& ');
  return spaced.match(/[\p{L}\p{M}\p{N}\uFFFD]+/gu) ?? [];
}

/** What tells a text from others: its words. */
export function wordsOf(text: string): string {
  return listWords(text.toLowerCase()).join(' ');
}

function escapeTags(source: string): string {
  return source.replaceAll('<', '&lt;');
}

function shownWords(attributes: string): string {
  return [...attributes.matchAll(shownAttribute)]
    .map(([, first, second]) => ` ${first ?? second ?? ''} `)
    .join('');
}

function stripTags(text: string, isKnown = (name: string) => htmlTags.has(name)): string {
  return text.replaceAll(tag, (source, name: string, attributes: string) => {
    const known = name.toLowerCase();
    if (!isKnown(known)) return source.replaceAll(/[<>]/g, ' ');
    return (inWord.has(known) ? '' : ' ') + shownWords(attributes);
  });
}

/** The words of a caption stand below its picture, wherever they are written. */
const caption = /(\[caption\b[^\]]{0,2000}\])([\s\S]{0,5000}?)(?=\[\/caption\])/gi;

function stripShortcodes(given: string): string {
  const text = given.replaceAll(caption, '$2$1');
  const closed = new Set([...text.matchAll(/\[\/([a-z][\w-]{0,60})\]/gi)].map(([, name]) => name));
  return text.replaceAll(shortcode, (source, slash: string, name: string, attributes: string) =>
    slash === '' && attributes === '' && !closed.has(name) && name !== 'gallery'
      ? source
      : ` ${shownWords(attributes)} `,
  );
}

/** Code, and then everything in Markdown, MDX and their templates that readers do not see. */
const markdownParts = new RegExp(
  [
    String.raw`^[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,9})?(?<fence>\x60{3,20}|~{3,20})(?<info>(?:[^\n\x60~][^\n\x60]*)?)\n(?<block>[\s\S]*?)(?:^[ \t>]{0,40}\k<fence>[\x60~]{0,20}[ \t]{0,40}$|$(?![\s\S]))`,
    String.raw`(?<!\x60)(?<ticks>\x60{1,4})(?!\x60)(?<code>[^\n]{1,2000}?)(?<!\x60)\k<ticks>(?!\x60)`,
    String.raw`<!--[\s\S]*?(?:-->|$(?![\s\S]))|\{\{?/\*[\s\S]{0,3000}?\*/\}|\{%-?\s{0,9}comment\b[\s\S]{0,3000}?endcomment\s{0,9}-?%\}`,
    String.raw`(?<template>\{\{[^{}]*\}\}|\{%(?:[^%]|%(?!\})){0,2000}%\})`,
    String.raw`(?<=\])\((?:<[^<>\n]*>|(?:\{\{[^{}\n]*\}\}|[^()\s{]|\{(?!\{[^{}\n]*\}\})|\([^()\s]*\))*)(?<title>[ \t\n]{0,9}(?:"[^"]*"|'[^']*'))?\s{0,9}\)`,
    String.raw`^[ ]{0,3}\[(?<name>[^^\]\n][^\]\n]*)\]:[ \t]{0,40}\n?[ \t]{0,40}\S+(?<defined>[ \t]{1,40}["'(][^\n]*["')])?[ \t]*$`,
    String.raw`^[ \t]*(?:[-*+]|\d{1,9}\.)[ \t][^\n]*\n[ \t]*\{:[^{}\n]*\btoc\b[^{}\n]*\}`,
    String.raw`^[ \t>]*[-*+][ \t]+\[[xX]\](?=[ \t])`,
    String.raw`^[ \t>]*(?:[-*+][ \t]+)?\d{1,9}[.)](?=[ \t])`,
    String.raw`\[\^[^\]\n]{1,200}\]:?|\[![A-Za-z]{1,20}\]|^[ \t>]*(?::{3,}[ \t]*[A-Za-z]*|(?:!{3}|\?{3}\+?)[ \t]+[A-Za-z][\w -]*)|(?<=\])\[(?<label>[^\]\n]*)\]`,
    String.raw`(?<=(?<!!)\[\[)[^[\]|\n]{1,300}\|(?=[^[\]|\n]{1,300}\]\])`,
    String.raw`\{[ \t]{0,9}(?:[:#.]|[\w-]{1,40}=["'\w])[^{}\n]*\}`,
    String.raw`(?<![\w:]):(?:material|fontawesome|octicons|simple)-[\w-]+:(?!\w)`,
  ].join('|'),
  'gm',
);

function stripMarkdown(source: string): string {
  const verbatim: string[] = [];
  const titles = new Map<string, string>();
  const keep = (code: string) => `\uE000${verbatim.push(code) - 1}\uE001`;
  const given = source.replaceAll(/\r\n?/g, '\n').replaceAll(/\{%-?\s{0,9}(?:end)?raw\s{0,9}-?%\}/g, '');
  const text = moveFootnotes(given).replaceAll(markdownParts, (...match) => {
    const found = match.at(-1) as Readonly<Record<string, string | undefined>>;
    if (found['block'] !== undefined)
      return ` ${shownWords(` ${found['info'] ?? ''}`)} ${keep(found['block'])} `;
    if (found['code'] !== undefined) return keep(found['code']);
    const { name, label, title } = found;
    if (name !== undefined) titles.set(name.toLowerCase(), found['defined'] ?? '');
    if (label !== undefined || title !== undefined) return `\uE002${title ?? `#${label ?? ''}`}\uE003`;
    return ` ${shownWords(found['template'] ?? '')} `;
  });
  const shown = stripTags(moveTitles(text, titles), () => true);
  return shown.replaceAll(/\uE000(\d+)\uE001/g, (_, at: string) =>
    (verbatim[Number(at)] ?? '').replaceAll('&', '&amp;'),
  );
}

/** The titles of links stand before their words, as in HTML. @param titles those of links by name */
function moveTitles(text: string, titles: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /(?:(!?)\[([^[\]]{0,500}(?:\[[^[\]]{0,500}\][^[\]]{0,500}){0,9})\])?\uE002(#?)([^\uE003]*)\uE003/g,
    (_, sign: string | undefined, words: string | undefined, isNamed: string, found: string) => {
      const title = isNamed ? (titles.get((found || (words ?? '')).toLowerCase()) ?? '') : found;
      return sign === '' && title !== '' ? ` ${title} ${words ?? ''}` : `${words ?? ''} ${title} `;
    },
  );
}

/** Readers see footnotes at the end. */
function moveFootnotes(text: string): string {
  const notes: string[] = [];
  const others = text.replaceAll(/^\[\^[^\]\n]+\]:[^\n]*(?:\n(?:[ \t]*\n){0,3}[ \t]+\S[^\n]*)*/gm, (note) => {
    notes.push(note);
    return '';
  });
  return [others, ...notes].join('\n\n');
}

/** Replaces references such as `&uuml;`. */
function decode(text: string): string {
  return textOf(parseFragment(text.replaceAll('<', ' < ')));
}
