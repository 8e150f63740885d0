import { readAttribute, type HtmlElement } from '#lib/importing/html-tree.ts';

/** The declarations of a `style` attribute. Word writes names of its own there, such as `mso-list`. */
export function readStyle(element: HtmlElement): ReadonlyMap<string, string> {
  return parseStyle(readAttribute(element, 'style') ?? '');
}

/** Declarations of CSS, in lower case. */
export function parseStyle(source: string): ReadonlyMap<string, string> {
  const declarations = source.split(';').flatMap((each): [string, string][] => {
    const colon = each.indexOf(':');
    return colon === -1 ? [] : [[each.slice(0, colon).trim().toLowerCase(), each.slice(colon + 1).trim()]];
  });
  return new Map(declarations.map(([name, value]) => [name, value.toLowerCase()]));
}

export function hasClass(element: HtmlElement, pattern: RegExp): boolean {
  return (readAttribute(element, 'class') ?? '').split(/\s+/).some((name) => pattern.test(name));
}

/** The elements that a style means: Google Docs and Word on the web write bold text as a style. */
export function meaningOf(style: ReadonlyMap<string, string>): string[] {
  const meant = [];
  if (isBold(style.get('font-weight'))) meant.push('strong');
  if (/^(?:italic|oblique)/.test(style.get('font-style') ?? '')) meant.push('em');
  const line = style.get('text-decoration') ?? style.get('text-decoration-line') ?? '';
  if (line.includes('line-through')) meant.push('s');
  const raised = style.get('vertical-align') ?? '';
  if (raised === 'super') meant.push('sup');
  if (raised === 'sub') meant.push('sub');
  return meant;
}

/** Whether a style says that the text of an element such as `<b>` is plain. Google Docs wraps all text in such a `<b>`. */
export function isPlainAgain(tagName: string, style: ReadonlyMap<string, string>): boolean {
  const weight = style.get('font-weight');
  if (tagName === 'b' || tagName === 'strong') return weight !== undefined && !isBold(weight);
  return (tagName === 'i' || tagName === 'em') && style.get('font-style') === 'normal';
}

export function isInvisible(style: ReadonlyMap<string, string>): boolean {
  return ['display', 'visibility', 'mso-hide'].some((name) =>
    /^(?:none|hidden|all)\b/.test(style.get(name) ?? ''),
  );
}

function isBold(weight = ''): boolean {
  return weight === 'bold' || weight === 'bolder' || Number.parseInt(weight, 10) >= 600;
}
