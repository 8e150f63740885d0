import { createMask, maskCode, outsideCode } from './mask-code.ts';
import { reportUnknown } from './unknown-source.ts';

const blockTag =
  /^ {0,3}<(address|article|aside|blockquote|center|details|div|dl|fieldset|figure|footer|form|header|main|nav|ol|p|section|table|ul)(?=[\s>])[^\n]*$/im;

/** Rewrites what kramdown, the Markdown of Jekyll, reads in another way: HTML, tables, lists of attributes and contents. */
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

/** HTML goes on to its closing tag, over empty lines. */
function joinHtml(text: string): string {
  let result = '';
  let rest = text;
  for (let found = blockTag.exec(rest); found; found = blockTag.exec(rest)) {
    const { index } = found;
    const length = lengthOfElement(rest.slice(index), found[1] ?? '');
    const end = index + (length ?? found[0].length);
    const element = rest.slice(index, end);
    const isMarkdown = /^[^>]*\bmarkdown\s*=/.test(element);
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
