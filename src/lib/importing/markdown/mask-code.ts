/** A text in which code is replaced by marks. */
export type MaskedText = {
  text: string;
  /** Puts the code back into a part of the text. */
  open: (part: string) => string;
};

/** Replaces fenced and inline code, so that what looks like markup in it stays as it is. */
export function maskCode(source: string): MaskedText {
  const kept: string[] = [];
  const keep = (code: string) => `\uE000${kept.push(code) - 1}\uE001`;
  const open = (part: string): string =>
    part.replaceAll(/\uE000(\d+)\uE001/g, (_, at: string) => open(kept[Number(at)] ?? ''));
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
  return { text: lines.join('\n').replaceAll(inline, keep), open };
}

/** Changes the text between code. */
export function outsideCode(source: string, change: (text: string) => string): string {
  const { text, open } = maskCode(source);
  return open(change(text));
}
