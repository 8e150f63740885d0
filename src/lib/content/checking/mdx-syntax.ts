import { mdxToMdast } from 'satteri';
import type { Finding } from './problem.ts';
import { explainSyntax, lineAndColumn, type Broken, type Range } from './mdx-explanations.ts';

/** A node of the tree that the site's Markdown engine makes. */
export type TreeNode = {
  type: string;
  position?: { start: { line: number; column: number; offset: number } };
  children?: TreeNode[];
  value?: string;
  url?: string;
  alt?: string | null;
  depth?: number;
  name?: string | null;
  identifier?: string;
  attributes?: readonly {
    type: string;
    name?: string;
    value?: string | { value: string } | null;
  }[];
};

/** As the build reads texts: slugs of headings depend on it. */
export const features = { gfm: true, smartPunctuation: true, frontmatter: false };

const maxProblems = 25;

/**
 * Reads MDX. The engine stops at the first problem; each one is told and blanked out, without moving
 * anything else, until the rest can be read.
 */
export function readMdx(source: string): { tree: TreeNode | undefined; findings: Finding[] } {
  const findings: Finding[] = [];
  const told = new Set<number>();
  let text = source;
  for (let round = 0; round < maxProblems; round += 1) {
    try {
      return { tree: mdxToMdast(text, { features }) as TreeNode, findings };
    } catch (error) {
      const broken = locate(text, error);
      if (!broken) throw error;
      const { message, fix, blanked, offset = broken.offset } = explainSyntax(text, broken);
      // A second problem at one place is only what is left of the first.
      if (!told.has(offset)) {
        findings.push({ ...lineAndColumn(text, offset), message, fix, severity: 'fatal' });
      }
      told.add(offset);
      const next = blank(text, blanked);
      if (next === text) break;
      text = next;
    }
  }
  return { tree: undefined, findings };
}

function locate(text: string, error: unknown): Broken | undefined {
  const [, line, column, reason] =
    /^(\d+):(\d+): (.*)/s.exec(error instanceof Error ? error.message : '') ?? [];
  if (!line || !column || !reason) return undefined;
  const above = text.split('\n').slice(0, Number(line) - 1);
  const offset = above.reduce((sum, each) => sum + each.length + 1, 0) + Number(column) - 1;
  return { offset, reason };
}

function blank(text: string, ranges: readonly Range[]): string {
  return ranges.reduce(
    (result, [start, end]) =>
      result.slice(0, start) + result.slice(start, end).replaceAll(/[^\n]/g, ' ') + result.slice(end),
    text,
  );
}
