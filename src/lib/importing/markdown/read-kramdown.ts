import { createMask, maskCode, outsideCode } from './mask-code.ts';
import { reportUnknown } from './unknown-source.ts';

const blockTag =
  /^ {0,3}<(address|article|aside|blockquote|center|details|div|dl|fieldset|figure|footer|form|header|main|nav|ol|p|section|table|ul)(?=[\s>])(?! data-import)[^\n]*$/im;

/**
 * Rewrites what kramdown, the Markdown of Jekyll, and Python-Markdown, that of MkDocs, read in another way: HTML, tables,
 * lists of attributes and contents.
 */
export function replaceKramdown(source: string): string {
  const mask = createMask();
  const tables = maskCode(source, mask).replaceAll(/[^\n]+(?:\n[^\n]+)*/g, (paragraph) => {
    const isRule = (line: string) => /^[-:|\s]+$/.test(line) && line.includes('-') && line.includes('|');
    const isTable = paragraph.split('\n').some(isRule);
    // A stroke in code does not end the cell.
    return isTable
      ? paragraph.replaceAll(/\uE000\d+\uE001/g, (mark) => mask.open(mark).replaceAll(/(?<!\\)\|/g, '\\|'))
      : paragraph;
  });
  return outsideCode(mask.open(joinHtml(tables)), replaceMarks, true);
}

function replaceMarks(text: string): string {
  return text
    .replaceAll(/^[ \t]*(?:[-*+]|\d+\.)[ \t][^\n]*\n[ \t]*\{:[^{}\n]*\btoc\b[^{}\n]*\}/gm, '')
    .replaceAll(/^\*\[([^\]\n]+)\]:[^\n]*$/gm, (line) => reportUnknown(line, 'an abbreviation'))
    .replaceAll(/\{:[^{}\n]{0,500}\}/g, '');
}

const attribute = String.raw`(?:[.#][\w:-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s"'{}]+))`;
/** After a link, picture, emphasis, code or icon, at the end of a heading, or in a line of its own. */
const attributeList = new RegExp(
  String.raw`(?<=[)\]*_:\uE001]|^#{1,6}[ \t][^\n]{0,300}|^)[ \t]{0,9}\{:?[ \t]{0,9}(${attribute}(?:[ \t]+${attribute}){0,20})[ \t]{0,9}\}`,
  'gm',
);

/** Replaces the extensions that MkDocs is used with: lists of attributes, icons, keys, and marked or inserted words. */
export function replaceExtensions(text: string): string {
  return text
    .replaceAll(attributeList, (_, list: string) => {
      const id = /(?:^|\s)#([\w-]+)/.exec(list)?.[1];
      return id === undefined ? '' : ` {#${id}}`;
    })
    .replaceAll(/^([^#\n][^\n]*) \{#[\w-]+\}/gm, '$1')
    .replaceAll(/(?<![\w:]):(?:material|fontawesome|octicons|simple)-[\w-]+:(?!\w)/g, (icon) =>
      reportUnknown(icon, 'an icon'),
    )
    .replaceAll(/(?<![=\w])==(?=[^\s=])([^=\n]{1,300})(?<=\S)==(?![=\w])/g, '<mark>$1</mark>')
    .replaceAll(/\^\^(?=[^\s^])([^^\n]{1,300})(?<=\S)\^\^/g, '<ins>$1</ins>')
    .replaceAll(/(?<![+\w])\+\+([\w-]+(?:\+[\w-]+)*)\+\+(?![+\w])/g, (_, keys: string) =>
      keys
        .split('+')
        .map((key) => `<kbd>${key}</kbd>`)
        .join('+'),
    );
}

/** HTML goes on to its closing tag, over empty lines. */
function joinHtml(text: string): string {
  let result = '';
  let rest = text;
  for (let found = blockTag.exec(rest); found; found = blockTag.exec(rest)) {
    const { index } = found;
    const length = lengthOfElement(rest.slice(index), found[1] ?? '');
    const end = index + (length ?? found[0].length);
    const element = rest.slice(index, end);
    const isMarkdown = /^[^>]*\bmarkdown[\s=>]/.test(element);
    const joined = element.replaceAll(
      /\n(?:[ \t]*\n)+/g,
      (gap) => '\n<!-- -->'.repeat(gap.split('\n').length - 2) + '\n',
    );
    const opened = element.replace(/>/, '>\n\n').replace(/(<\/\w+>)$/, '\n\n$1');
    result += rest.slice(0, index) + (length === undefined ? element : isMarkdown ? opened : `${joined}\n\n`);
    rest = rest.slice(end);
  }
  return result + rest;
}

/** The length of the element at the start, with all that is in it. */
function lengthOfElement(text: string, name: string): number | undefined {
  let depth = 0;
  for (const { 0: tag, index } of text.matchAll(new RegExp(`</?${name}(?=[\\s>])[^<>]*>`, 'gi'))) {
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth === 0) return index + tag.length;
  }
  return undefined;
}
