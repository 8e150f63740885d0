import type { TreeNode } from './mdx-syntax.ts';

/** A place in the file, both from 1. */
export type Spot = { line: number; column: number };

/** A value is text, a list, the source of an expression, or true for a bare attribute. */
export type AttributeValue = { text: string } | { list: readonly string[] } | { code: string } | true;
export type ComponentUse = Spot & {
  name: string;
  attributes: ReadonlyMap<string, Spot & { value: AttributeValue }>;
};

export function spotOf(node: TreeNode): Spot {
  return { line: node.position?.start.line ?? 1, column: node.position?.start.column ?? 1 };
}

/** The text of a value that is one, undefined for lists and code. */
export function plainText(value: AttributeValue | undefined): string | undefined {
  return value !== undefined && value !== true && 'text' in value ? value.text : undefined;
}

/** The attributes of a tag, each with the line it stands in. */
export function attributesOf(node: TreeNode, body: string): ComponentUse['attributes'] {
  const start = node.position?.start.offset ?? 0;
  const attributes = new Map<string, Spot & { value: AttributeValue }>();
  for (const { name, value } of node.attributes ?? []) {
    if (name === undefined) {
      attributes.set('{...}', { ...spotOf(node), value: { code: '...' } });
      continue;
    }
    const offset = body
      .slice(start)
      .search(new RegExp(`(?<=[\\s"'}])${name.replaceAll(/\W/g, '\\$&')}(?=[\\s=/>])`));
    const lines = offset === -1 ? 0 : body.slice(start, start + offset).split('\n').length - 1;
    attributes.set(name, {
      line: spotOf(node).line + lines,
      column: spotOf(node).column,
      value: valueOf(value),
    });
  }
  return attributes;
}

function valueOf(value: string | { value: string } | null | undefined): AttributeValue {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return { text: value };
  const code = value.value.trim();
  if (/^-?\d+(\.\d+)?$/.test(code)) return { text: code };
  const [, , text] = /^(['"`])([^'"`$]*)\1$/.exec(code) ?? [];
  if (text !== undefined) return { text };
  if (!/^\[\s*(?:(?:'[^'"]*'|"[^'"]*")\s*(?:,\s*)?)*\]$/.test(code)) return { code };
  return { list: [...code.matchAll(/(['"])([^'"]*)\1/g)].map((match) => match[2] ?? '') };
}
