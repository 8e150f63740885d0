import { parseInline, type Inline, type LinkRules } from './parse-inline.ts';

export type AnswerBlock =
  | { kind: 'paragraph' | 'heading'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; children: AnswerBlock[] }
  | { kind: 'list'; start: number | null; items: AnswerBlock[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

type Kind = 'paragraph' | 'code' | 'quote' | 'list' | 'table';
type Options = { isOpen?: boolean; depth?: number };

const maxDepth = 4;
const listMark = /^(\s*)(?:[-*+•]|(\d{1,3})[.)])\s+/;
const headingMark = /^\s{0,3}#{1,6}\s+/;
const fence = /^\s{0,3}(?:```|~~~)/;
const rule = /^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;
const tableRule = /^\s*(?:\|\s*)?(?::?-+:?\s*\|\s*)+(?::?-+:?\s*)?$/;

/** Parses the subset of Markdown that answers use: no HTML, no images, links only as the rules allow. */
export function parseMarkdown(text: string, rules: LinkRules, options: Options = {}): AnswerBlock[] {
  const blocks = splitBlocks(text);
  return blocks.map((source, index) =>
    parseBlock(source, rules, {
      ...options,
      isOpen: options.isOpen === true && index === blocks.length - 1,
    }),
  );
}

/** Splits a text into the Markdown of its blocks. All but the last stay the same when text is appended. */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let kind: Kind | undefined;
  const flush = () => {
    const block = lines.join('\n').trimEnd();
    if (block !== '') blocks.push(block);
    lines = [];
    kind = undefined;
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const isBlank = line.trim() === '';
    if (kind === 'code') {
      lines.push(line);
      if (fence.test(line)) flush();
      continue;
    }
    if (isBlank && kind === 'list') {
      lines.push(line);
      continue;
    }
    if (isBlank || rule.test(line)) {
      flush();
      continue;
    }
    const next = kindOf(line);
    if (next === 'heading') {
      flush();
      blocks.push(line);
      continue;
    }
    if (!continues(lines, { kind, line, next })) flush();
    lines.push(line);
    kind ??= next;
  }
  flush();
  return blocks;
}

/** Parses one block from `splitBlocks`. */
export function parseBlock(
  source: string,
  rules: LinkRules,
  { isOpen = false, depth = 0 }: Options,
): AnswerBlock {
  const lines = source.split('\n');
  const [first = ''] = lines;
  const inline = (text: string) => parseInline(text.trim(), rules, isOpen);
  const kind = kindOf(first);
  if (kind === 'heading') {
    return { kind, children: inline(first.replace(headingMark, '').replace(/\s#+\s*$/, '')) };
  }
  if (kind === 'code') {
    const code = lines.slice(1).filter((line) => !fence.test(line));
    return { kind, text: code.join('\n') };
  }
  if (kind === 'quote' && depth < maxDepth) {
    const inner = lines.map((line) => line.replace(/^\s*>\s?/, '')).join('\n');
    return { kind, children: parseMarkdown(inner, rules, { isOpen, depth: depth + 1 }) };
  }
  if (kind === 'list' && depth < maxDepth) return parseList(lines, rules, { isOpen, depth });
  if (kind === 'table' && tableRule.test(lines[1] ?? '')) {
    const rows = lines.slice(2).map((line) => cellsOf(line).map(inline));
    return { kind, head: cellsOf(first).map(inline), rows };
  }
  return { kind: 'paragraph', children: inline(lines.join('\n')) };
}

function kindOf(line: string): Kind | 'heading' {
  if (headingMark.test(line)) return 'heading';
  if (fence.test(line)) return 'code';
  if (/^\s{0,3}>/.test(line)) return 'quote';
  if (listMark.test(line)) return 'list';
  return /^\s*\|/.test(line) ? 'table' : 'paragraph';
}

function continues(
  lines: readonly string[],
  { kind, line, next }: { kind: Kind | undefined; line: string; next: Kind },
): boolean {
  if (kind !== 'list') return kind === next;
  if (/^\s{2}/.test(line)) return true;
  if (next === 'list') return isOrdered(line) === isOrdered(lines[0] ?? '');
  // A line directly after an item continues it.
  return next === 'paragraph' && lines.at(-1)?.trim() !== '';
}

function isOrdered(line: string): boolean {
  return listMark.exec(line)?.[2] !== undefined;
}

function parseList(lines: readonly string[], rules: LinkRules, options: Required<Options>): AnswerBlock {
  const base = listMark.exec(lines[0] ?? '')?.[1]?.length ?? 0;
  const items: string[][] = [];
  for (const line of lines) {
    const mark = listMark.exec(line);
    if (mark && (mark[1]?.length ?? 0) < base + 2) items.push([line.slice(mark[0].length)]);
    else items.at(-1)?.push(line.replace(/^\s{1,4}/, ''));
  }
  const start = listMark.exec(lines[0] ?? '')?.[2];
  const depth = options.depth + 1;
  return {
    kind: 'list',
    start: start === undefined ? null : Number(start),
    items: items.map((item, index) =>
      parseMarkdown(item.join('\n'), rules, {
        isOpen: options.isOpen && index === items.length - 1,
        depth,
      }),
    ),
  };
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|'));
}
