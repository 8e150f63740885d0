export type Mask = ReturnType<typeof createMask>;

/** Marks in place of parts of a text: `keep` returns the mark of a part, and `open` puts the parts back. */
export function createMask() {
  const kept: string[] = [];
  const open = (text: string): string =>
    text.replaceAll(/\uE000(\d+)\uE001/g, (_, at: string) => open(kept[Number(at)] ?? ''));
  return { keep: (part: string) => `\uE000${kept.push(part) - 1}\uE001`, open };
}

/**
 * Replaces fenced and inline code, so that what looks like markup in it stays as it is.
 * @param hasIndented whether lines that are indented are code, too, as in Markdown, but not in MDX
 */
export function maskCode(source: string, { keep }: Mask, hasIndented = false): string {
  const lines: string[] = [];
  const isIndented = createIndentReader();
  let code: string[] = [];
  let fence: string | undefined;
  for (const line of source.split('\n')) {
    const mark = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    const isEnd =
      fence !== undefined && mark?.startsWith(fence) && line.trim().replace(/^[>\s]+/, '') === mark;
    if (fence === undefined && mark === undefined)
      lines.push(isIndented(line) && hasIndented ? keep(line) : line);
    else code.push(line);
    if (fence === undefined) fence = mark;
    else if (isEnd === true) {
      lines.push(keep(code.join('\n')));
      [fence, code] = [undefined, []];
    }
  }
  if (code.length > 0) lines.push(keep(code.join('\n')));
  const inline = /(?<!`)(`{1,4})(?!`)[^`\n]{1,2000}\1(?!`)/g;
  return lines.join('\n').replaceAll(inline, keep);
}

/** Creates a function that says of each line of a text whether it is code by its indent, in a list or outside. */
function createIndentReader(): (line: string) => boolean {
  /** The columns at which the texts of the open items of lists start. */
  const items: number[] = [];
  let isAfterEmpty = true;
  return (line) => {
    const text = line.trimStart();
    if (text === '') {
      isAfterEmpty = true;
      return false;
    }
    const column = line.slice(0, line.length - text.length).replaceAll('\t', '    ').length;
    while (column < (items.at(-1) ?? 0)) items.pop();
    if (isAfterEmpty && column - (items.at(-1) ?? 0) >= 4) return true;
    isAfterEmpty = false;
    const [, mark = '', space = ''] = /^([-*+]|\d{1,9}[.)])(\s+)/.exec(text) ?? [];
    if (mark !== '') items.push(column + mark.length + (space.length > 4 ? 1 : space.length));
    return false;
  };
}

/** Changes the text between code. */
export function outsideCode(source: string, change: (text: string) => string, hasIndented?: boolean): string {
  const mask = createMask();
  return mask.open(change(maskCode(source, mask, hasIndented)));
}
