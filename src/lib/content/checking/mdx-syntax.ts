import { mdxToMdast } from 'satteri';
import type { Finding } from './problem.ts';
import { explainMdxError, lineAt, type MdxError, type Range } from './explain-mdx-error.ts';

/** A node of the Markdown parser's tree. */
export type TreeNode = {
  type: string;
  position?: { start: { line: number; offset: number } };
  children?: TreeNode[];
  value?: string;
  url?: string;
  alt?: string | null;
  depth?: number;
  name?: string | null;
  identifier?: string;
  attributes?: readonly { name?: string; value?: string | { value: string } | null }[];
};

/** The same options as in the build: the ids of headings depend on them. */
export const features = { gfm: true, smartPunctuation: true, frontmatter: false };

const maxProblems = 25;

/** Parses MDX. The parser stops at the first error, so each error is blanked out until the rest can be parsed. */
export function readMdx(source: string): { tree: TreeNode | undefined; findings: Finding[] } {
  const findings: Finding[] = [];
  const reported = new Set<number>();
  let text = source;
  for (let round = 0; round < maxProblems; round += 1) {
    try {
      return { tree: mdxToMdast(text, { features }) as TreeNode, findings };
    } catch (cause) {
      const error = locateError(text, cause);
      if (!error) throw cause;
      const { message, fix, blanked, offset = error.offset } = explainMdxError(text, error);
      // A second error at the same position results from the first.
      if (!reported.has(offset)) {
        findings.push({ line: lineAt(text, offset), message, fix, severity: 'fatal' });
      }
      reported.add(offset);
      const next = blanked.reduce(blank, text);
      if (next === text) break;
      text = next;
    }
  }
  return { tree: undefined, findings };
}

export function locateError(text: string, error: unknown): MdxError | undefined {
  const [, line, column, reason] =
    /^(\d+):(\d+): (.*)/s.exec(error instanceof Error ? error.message : '') ?? [];
  if (!line || !column || !reason) return undefined;
  const above = text.split('\n').slice(0, Number(line) - 1);
  const offset = above.reduce((sum, each) => sum + each.length + 1, 0) + Number(column) - 1;
  return { offset, reason };
}

function blank(text: string, [start, end]: Range): string {
  return text.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ') + text.slice(end);
}
