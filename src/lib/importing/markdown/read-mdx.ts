import { mdxToHast, mdxToJs } from 'satteri';
import { explainMdxError } from '#lib/content/checking/explain-mdx-error.ts';
import { locateError } from '#lib/content/checking/mdx-syntax.ts';
import { outsideCode } from './mask-code.ts';
import { replaceNotes } from './unknown-source.ts';

/** A node of the tree of an MDX text. */
export type MdxNode = {
  type: string;
  tagName?: string;
  /** Of a component; null for a fragment. */
  name?: string | null;
  value?: string;
  properties?: Readonly<Record<string, unknown>>;
  /** Of code: what stands after its language. */
  data?: { meta?: string | null };
  attributes?: readonly { name?: string; value?: string | { value: string } | null }[];
  children?: readonly MdxNode[];
  position?: { start: { offset: number }; end: { offset: number } };
};

/** The name of an element in place of something that cannot be read, with its source as JSON. */
export const unreadable = 'ImportUnreadable';

const maxRounds = 40;

/**
 * Parses MDX as Docusaurus and Starlight write it: with notes, comments of HTML and ids of headings. A paragraph that
 * cannot be parsed is replaced by an element with its source.
 * @returns undefined if the rest cannot be parsed either
 */
export function readMdx(source: string, hasMath: boolean): { text: string; tree: MdxNode } | undefined {
  const features = { gfm: true, frontmatter: false, math: { singleDollarTextMath: hasMath } };
  let text = outsideCode(source, prepare);
  for (let round = 0; round < maxRounds; round += 1) {
    try {
      return { text, tree: mdxToHast(text, { features }) as MdxNode };
    } catch (cause) {
      const error = locateError(text, cause);
      if (!error) return undefined;
      const starts = explainMdxError(text, error).blanked.map(([start]) => start);
      const next = replaceParagraph(text, Math.min(...starts, error.offset));
      if (next === text) return undefined;
      text = next;
    }
  }
  return undefined;
}

function prepare(text: string): string {
  return replaceNotes(text)
    .replaceAll(
      /<!--((?:[^-]|-(?!->))*)-->/g,
      (_, comment: string) => `{/*${comment.replaceAll('*/', '* /')}*/}`,
    )
    .replaceAll(/^([ \t>]*#{1,6}[ \t][^\n]*?)\{(#[\w-]+)\}[ \t]*$/gm, '$1\\{$2\\}');
}

/** First writes tags without an end as MDX wants them, then replaces the whole paragraph. */
function replaceParagraph(text: string, at: number): string {
  const start = /^[\s\S]*\n[ \t]*\n/.exec(text.slice(0, at))?.[0].length ?? 0;
  const length = text.slice(at).search(/\n[ \t]*\n/);
  const end = length === -1 ? text.length : at + length;
  const paragraph = text.slice(start, end);
  if (paragraph.includes(`<${unreadable} `)) return text;
  const closed = outsideCode(paragraph, (part) =>
    part
      .replaceAll(/<(br|hr|img|input|wbr|source)\b((?:[^<>"']|"[^"]*"|'[^']*')*?)\/?>/gi, '<$1$2 />')
      .replaceAll(/<((?:https?:\/\/|mailto:)[^<>\s]+)>/g, '[$1]($1)'),
  );
  const indent = /^[ \t]*/.exec(paragraph)?.[0] ?? '';
  const shown = `${indent}<${unreadable} source={${JSON.stringify(paragraph)}} />`;
  return text.slice(0, start) + (closed === paragraph ? shown : closed) + text.slice(end);
}

/** Splits lines that may be imports and exports into those that are, and text. */
export function splitProgram(value: string): { program: string; text: string } {
  const lines = value.split('\n');
  for (let count = Math.min(lines.length, 200); count > 0; count -= 1) {
    const program = lines.slice(0, count).join('\n');
    if (isProgram(program)) return { program, text: lines.slice(count).join('\n') };
  }
  return { program: '', text: value };
}

function isProgram(source: string): boolean {
  try {
    mdxToJs(source);
    return true;
  } catch {
    return false;
  }
}
