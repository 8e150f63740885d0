/** An opening tag in a piece of raw HTML; `line` counts the line breaks before it. */
export type Tag = { name: string; line: number; attributes: ReadonlyMap<string, string> };

const tagPattern =
  /<([a-z][\w-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*)\s*\/?>/gi;
const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/g;

/** The opening tags of raw HTML as it stands in Markdown; what is no whole tag is passed over. */
export function listTags(html: string): Tag[] {
  const visible = html.replaceAll(/<!--[\s\S]*?(-->|$)/g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  return [...visible.matchAll(tagPattern)].map((match) => ({
    name: (match[1] ?? '').toLowerCase(),
    line: visible.slice(0, match.index).split('\n').length - 1,
    attributes: new Map(
      [...(match[2] ?? '').matchAll(attributePattern)].map(([, name = '', double, single, bare]) => [
        name.toLowerCase(),
        double ?? single ?? bare ?? '',
      ]),
    ),
  }));
}
