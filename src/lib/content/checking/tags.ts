import { Tokenizer, type Token } from 'parse5';
import { readLiteral } from '#lib/content/documents/literal.ts';
import type { TreeNode } from './mdx-syntax.ts';

/** `code` is the source of an expression. `true` is for an attribute without a value. */
export type AttributeValue = { text: string } | { list: readonly string[] } | { code: string } | true;

export type ComponentUse = {
  line: number;
  name: string;
  attributes: ReadonlyMap<string, { line: number; value: AttributeValue }>;
};

export function lineOf(node: TreeNode): number {
  return node.position?.start.line ?? 1;
}

/** The text of a value; undefined for lists and code. */
export function plainText(value: AttributeValue | undefined): string | undefined {
  return value !== undefined && value !== true && 'text' in value ? value.text : undefined;
}

/** Reads a JSX tag of `body`. */
export function readTag(node: TreeNode, name: string, body: string): ComponentUse {
  const line = lineOf(node);
  const source = body.slice(node.position?.start.offset ?? 0);
  const attributes = (node.attributes ?? []).map((attribute) => {
    if (attribute.name === undefined) return ['{...}', { line, value: { code: '...' } }] as const;
    const pattern = `(?<=[\\s"'}])${attribute.name.replaceAll(/\W/g, '\\$&')}(?=[\\s=/>])`;
    const above = source.slice(0, Math.max(0, source.search(new RegExp(pattern))));
    const lines = above.split('\n').length - 1;
    return [attribute.name, { line: line + lines, value: readValue(attribute.value) }] as const;
  });
  return { line, name, attributes: new Map(attributes) };
}

function readValue(value: string | { value: string } | null | undefined): AttributeValue {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return { text: value };
  const literal = readLiteral(value.value);
  if (literal === true) return true;
  if (literal === undefined || literal === false) return { code: value.value.trim() };
  return typeof literal === 'object' ? { list: literal } : { text: String(literal) };
}

/** An opening tag of raw HTML. `line` counts the line breaks before it. */
type HtmlTag = { name: string; line: number; attributes: ReadonlyMap<string, string> };

/** The opening tags of raw HTML in Markdown, including malformed ones, as browsers parse them. */
export function listHtmlTags(source: string): HtmlTag[] {
  const tags: HtmlTag[] = [];
  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: ({ tagName, attrs, location }: Token.TagToken) =>
        tags.push({
          name: tagName,
          line: (location?.startLine ?? 1) - 1,
          attributes: new Map(attrs.map(({ name, value }) => [name, value])),
        }),
      onEndTag: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  );
  tokenizer.write(source, true);
  return tags;
}
