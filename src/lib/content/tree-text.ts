/** A node of parse5 or hast. */
type TextNode = {
  nodeName?: string;
  type?: string;
  tagName?: string;
  value?: string;
  childNodes?: readonly TextNode[];
  children?: readonly TextNode[];
};

/** The text of an HTML tree, including white space. A `<br>` becomes a line feed. */
export function textOf({ value, tagName, childNodes, children }: TextNode): string {
  if (value !== undefined) return value;
  return tagName === 'br' ? '\n' : (childNodes ?? children ?? []).map(textOf).join('');
}
