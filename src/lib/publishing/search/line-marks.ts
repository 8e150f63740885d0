import { isElement, isText, type ChildNode, type ParentNode } from '#lib/publishing/twin/content-tree.ts';

/** An invisible character before the first word of each line. Pagefind keeps it in its text, but not in its words. */
const lineMark = '\u2060';
/** Before the value of a fact: a definition, or a cell of a table other than the first. */
const valueMark = lineMark.repeat(2);
/** Before the first cell of a row that names columns. */
const headMark = lineMark.repeat(3);
const marks = new RegExp(lineMark, 'g');
const markStart = new RegExp(String.raw`\s*(?=(?<!${lineMark})${lineMark})`);

const valueTags = new Set(['dd', 'td', 'th']);
const lineTags = new Set(
  `address article aside blockquote br caption div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p
  pre section summary table tr ul`.split(/\s+/),
);

/**
 * Marks the start of each line in a tree of HTML, because Pagefind joins paragraphs, items and cells to one text.
 * Changes the text nodes of the tree.
 */
export function markLines(root: ParentNode): void {
  let mark = lineMark;
  let isInHead = false;
  const open = (tag: string, isFirst: boolean) => {
    if (valueTags.has(tag)) mark = tag === 'dd' || !isFirst ? valueMark : isInHead ? headMark : lineMark;
    else if (lineTags.has(tag) && mark !== valueMark) mark = lineMark;
  };
  const readNode = (node: ChildNode, isFirst: boolean) => {
    if (isText(node)) {
      if (mark === '' || node.value.trim() === '') return;
      node.value = node.value.replace(marks, '').replace(/^\s*/, ` ${mark}`);
      mark = '';
    } else if (isElement(node)) {
      const isHead = node.tagName === 'thead';
      if (isHead) isInHead = true;
      open(node.tagName, isFirst);
      readAll(node);
      if (isHead) isInHead = false;
      if (valueTags.has(node.tagName) || lineTags.has(node.tagName)) mark = lineMark;
    }
  };
  const readAll = ({ childNodes }: ParentNode) => {
    const first = childNodes.find(isElement);
    for (const node of childNodes) readNode(node, node === first);
  };
  readAll(root);
}

export function withoutMarks(text: string): string {
  return text.replace(marks, '');
}

/**
 * Reads a text whose lines are marked: one sentence or more a line. A fact is a line that starts with a tab:
 * `Fee: £720; 20 credits`. Two tabs start the names of columns: `Work; Weight`. The number of words stays the same.
 */
export function readMarkedLines(text: string): string {
  const lines: string[] = [];
  for (const part of text.split(markStart)) {
    const line = withoutMarks(part).trim();
    const label = lines.at(-1);
    if (part.startsWith(headMark)) lines.push(`\t\t${line}`);
    else if (!part.startsWith(valueMark) || label === undefined) lines.push(line);
    else lines.splice(-1, 1, `${toLabel(label)} ${line}`);
  }
  return lines.filter((line) => line !== '').join('\n');
}

/** Pagefind ends most lines with a full stop. */
function toLabel(line: string): string {
  return line.startsWith('\t') ? line.replace(/[.;]?$/, ';') : `\t${line.replace(/[.:]?$/, ':')}`;
}
