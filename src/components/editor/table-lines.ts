import { parse, postprocess, preprocess } from 'micromark';
import { gfmTable } from 'micromark-extension-gfm-table';
import { mdxExpression } from 'micromark-extension-mdx-expression';
import { mdxJsx } from 'micromark-extension-mdx-jsx';
import { splitFrontMatter } from '#lib/content/front-matter.ts';

/** A line of a table, without the marks of quotes and lists around it. Positions are offsets in the text. */
export type TextLine = {
  /** After the marks and spaces at its start. */
  from: number;
  /** Before the spaces at its end. */
  to: number;
  content: string;
};

/** As in MDX, there is no HTML, and no code by indentation. What is inside of lines takes time, and is not needed here. */
const disabled = [
  ...['autolink', 'codeIndented', 'htmlFlow', 'htmlText'],
  ...['attention', 'characterEscape', 'characterReference', 'codeText', 'hardBreakEscape'],
  ...['labelStartImage', 'labelStartLink', 'labelEnd'],
];
/** The site’s own parser does not run in browsers. */
const extensions = [gfmTable(), mdxJsx(), mdxExpression(), { disable: { null: disabled } }];

/** The lines of the table at a position: its header, its delimiter row and its rows. */
export function findTableLines(text: string, position: number): TextLine[] | undefined {
  const { head } = splitFrontMatter(text);
  if (position < head.length) return undefined;
  const body = text.slice(head.length);
  const cursor = text.slice(head.length, position).split('\n').length;
  let table: TextLine[] | undefined;
  for (const [kind, { type, start, end }] of readEvents(body)) {
    if (kind === 'exit') {
      if (type === 'table' && table) return table;
    } else if (type === 'table') {
      table = start.line <= cursor && end.line >= cursor ? [] : undefined;
    } else if (type === 'tableRow' || type === 'tableDelimiterRow') {
      const row = body.slice(start.offset, end.offset);
      const content = row.trim();
      const from = head.length + start.offset + row.length - row.trimStart().length;
      table?.push({ from, to: from + content.length, content });
    }
  }
  return undefined;
}

/** @returns no events for a text that cannot be read, such as one with an open brace */
function readEvents(text: string) {
  try {
    return postprocess(
      parse({ extensions })
        .document()
        .write(preprocess()(text, undefined, true)),
    );
  } catch {
    return [];
  }
}

/** The cells of a row, with their escapes. A backslash escapes the next character, also in code. */
export function splitRow(content: string): string[] {
  const cells = content.replace(/^\|/, '').match(/(?:\\.|[^|])*(?:\||$)/gsu) ?? [];
  return cells.filter((cell) => cell !== '').map((cell) => cell.replace(/\|$/, '').trim());
}
