export type Mask = ReturnType<typeof createMask>;

/** Marks in place of parts of a text: `keep` returns the mark of a part, and `open` puts the parts back. */
export function createMask() {
  const kept: string[] = [];
  const open = (text: string): string =>
    text.replaceAll(/\uE000(\d+)\uE001/g, (_, at: string) => open(kept[Number(at)] ?? ''));
  return { keep: (part: string) => `\uE000${kept.push(part) - 1}\uE001`, open };
}

/** Replaces fenced and inline code, so that what looks like markup in it stays as it is. */
export function maskCode(source: string, { keep }: Mask): string {
  const lines: string[] = [];
  let code: string[] = [];
  let fence: string | undefined;
  for (const line of source.split('\n')) {
    const mark = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    const isEnd =
      fence !== undefined && mark?.startsWith(fence) && line.trim().replace(/^[>\s]+/, '') === mark;
    if (fence === undefined && mark === undefined) lines.push(line);
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

/** Changes the text between code. */
export function outsideCode(source: string, change: (text: string) => string): string {
  const mask = createMask();
  return mask.open(change(maskCode(source, mask)));
}
