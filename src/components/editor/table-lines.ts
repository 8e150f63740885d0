import { splitFrontMatter } from '#lib/content/front-matter.ts';

/** Finds tables line by line, by the rules of the site's Markdown parser, which does not run in browsers. */

/** A line, with the marks of the quotes and lists that it is in. Positions are offsets in the text. */
export type TextLine = {
  /** After the marks and spaces at its start. */
  from: number;
  /** Before the spaces at its end. */
  to: number;
  content: string;
  /** Number of quotes. */
  quotes: number;
  /** Columns before the content, from the last mark of a quote. */
  indent: number;
  /** Columns before the mark of its list item, or before the content. */
  outdent: number;
  startsItem: boolean;
};

/** The lines of a table: its header, its delimiter row and its rows. */
export function findTableLines(text: string, position: number): TextLine[] | undefined {
  const { head } = splitFrontMatter(text);
  const lines = readLines(text);
  const cursor = text.slice(0, position).split('\n').length - 1;
  const start = startOfBlock(lines, cursor);
  const first = lines[start];
  if (!first || first.from < head.length) return undefined;
  // Lines further to the left than a list item continue its paragraph.
  let column = listColumn(lines, start);
  for (let index = start; index <= cursor; index += 1) {
    const table = indentOf(lines[index]) < column ? [] : tableAt(lines, index);
    if (table.length === 0) continue;
    if (index + table.length > cursor) return isInFence(lines, start, head.length) ? undefined : table;
    index += table.length - 1;
    column = 0;
  }
  return undefined;
}

function readLines(text: string): TextLine[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const [marks = ''] = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t\r]|$)))*[ \t]*/.exec(line) ?? [];
    const content = line.slice(marks.length).trimEnd();
    const from = start + marks.length;
    const quoted = marks.slice(0, marks.lastIndexOf('>') + 1);
    const inside = quoted === '' ? marks : marks.slice(quoted.length).replace(/^ /, '');
    start += line.length + 1;
    return {
      from,
      to: from + content.length,
      content,
      quotes: quoted.split('>').length - 1,
      indent: widthOf(inside),
      outdent: widthOf(/^[ \t]*/.exec(inside)?.[0] ?? ''),
      startsItem: /[^ \t>]/.test(marks),
    };
  });
}

const indentOf = (line: TextLine | undefined) => line?.indent ?? 0;

function widthOf(marks: string): number {
  let width = 0;
  for (const sign of marks) width += sign === '\t' ? 4 - (width % 4) : 1;
  return width;
}

/** A heading, a fence, a rule, a footnote, or a component or expression on a line of its own. */
const blockStart =
  /^(?:#{1,6}(?:[ \t]|$)|`{3,}[^`]*$|~{3}|(?:-[ \t]*){3,}$|(?:_[ \t]*){3,}$|(?:\*[ \t]*){3,}$|\[\^[^\]]+\]:|[<{][^|]*$)/;

/** The first line of the lines around the cursor without an empty line or the start of another block between them. */
function startOfBlock(lines: readonly TextLine[], cursor: number): number {
  let index = cursor;
  while (index > 0 && continues(lines[index], lines[index - 1])) index -= 1;
  return index;
}

function continues(line: TextLine | undefined, above: TextLine | undefined): boolean {
  if (!line || !above || line.startsItem || line.quotes !== above.quotes) return false;
  return [line, above].every(({ content }) => content !== '' && !blockStart.test(content));
}

function tableAt(lines: readonly TextLine[], index: number): TextLine[] {
  const [header, delimiters] = lines.slice(index, index + 2);
  if (!header || !delimiters || blockStart.test(header.content)) return [];
  const column = listColumn(lines, index);
  const isRow = (line: TextLine, above: TextLine) => continues(line, above) && line.indent >= column;
  if (!isRow(delimiters, header) || !isDelimiterRow(delimiters.content)) return [];
  const width = splitRow(header.content).length;
  if (width === 0 || splitRow(delimiters.content).length !== width) return [];
  const table = [header, delimiters];
  let above = delimiters;
  for (const line of lines.slice(index + 2)) {
    if (!isRow(line, above)) break;
    table.push(line);
    above = line;
  }
  return table;
}

function isDelimiterRow(content: string): boolean {
  return /[|:]/.test(content) && /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/.test(content);
}

/** The column at which the content of the list starts that a line is in; 0 outside of lists. */
function listColumn(lines: readonly TextLine[], index: number): number {
  const line = lines[index];
  if (!line || line.startsItem) return line?.indent ?? 0;
  let limit = line.indent;
  for (const { content, indent, outdent, quotes, startsItem } of lines.slice(0, index).toReversed()) {
    if (limit === 0) return 0;
    if (quotes !== line.quotes) return 0;
    const column = startsItem && content === '' ? indent + 1 : indent;
    if (startsItem && column <= limit) return column;
    if (startsItem || content !== '') limit = Math.min(limit, outdent);
  }
  return 0;
}

/** Whether a fence that starts above a line is still open there. */
function isInFence(lines: readonly TextLine[], index: number, start: number): boolean {
  let open: { mark: string; quotes: number; column: number } | undefined;
  for (const [number, { content, from, quotes, indent, startsItem }] of lines.slice(0, index + 1).entries()) {
    if (from < start) continue;
    if (open && (quotes < open.quotes || (content !== '' && indent < open.column))) open = undefined;
    if (!open) {
      const mark = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(content)?.[0];
      if (mark) open = { mark, quotes, column: listColumn(lines, number) };
    } else if (!startsItem && quotes === open.quotes && isFenceEnd(content, open.mark)) {
      open = undefined;
    }
  }
  return open !== undefined;
}

function isFenceEnd(content: string, mark: string): boolean {
  return content.startsWith(mark) && content.replaceAll(mark.charAt(0), '') === '';
}

/** The cells of a row, with their escapes. A backslash escapes the next character, also in code. */
export function splitRow(content: string): string[] {
  const cells = content.replace(/^\|/, '').match(/(?:\\.|[^|])*(?:\||$)/gsu) ?? [];
  return cells.filter((cell) => cell !== '').map((cell) => cell.replace(/\|$/, '').trim());
}
