export type Literal = string | number | boolean | readonly string[];

/**
 * Reads an MDX expression without running it: quoted text without backslashes, a number, a boolean or a list of quoted
 * texts, with comments around it. Returns undefined for anything else. Pages and the content check both use it.
 */
export function readLiteral(expression: string): Literal | undefined {
  const code = withoutComments(expression);
  if (/^-?\d+(\.\d+)?$/.test(code)) return Number(code);
  if (/^(true|false)$/.test(code)) return code === 'true';
  if (/^(?:'[^'\\]*'|"[^"\\]*"|`[^`$\\]*`)$/.test(code)) return code.slice(1, -1);
  if (!/^\[\s*(?:(?:'[^'\\]*'|"[^"\\]*")\s*(?:,\s*)?)*\]$/.test(code)) return undefined;
  return [...code.matchAll(/'[^']*'|"[^"]*"/g)].map(([text]) => text.slice(1, -1));
}

/** The expression without the comments before and after it. */
export function withoutComments(expression: string): string {
  return expression
    .replace(/^(?:\s|\/\*[\s\S]*?\*\/)*/, '')
    .replace(/\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/\s*)*$/, '');
}
