import { isMap, isNode, isSeq, type Document, type Node } from 'yaml';
import type { FieldPath } from './field-values.ts';
import {
  endOfLine,
  endOfPair,
  findPair,
  isGroup,
  lineContentEnd,
  placeAt,
  replaceNode,
  startOf,
  type Context,
  type Field,
  type Group,
  type TextChange,
} from './yaml-nodes.ts';

/** The change that removes a field, or an item of a list. */
export function planRemoval(document: Document, path: FieldPath, { text, eol }: Context): TextChange {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const step = path.at(-1) ?? '';
  const items: readonly (Node | Field)[] = isGroup(parent) ? (parent.items as (Node | Field)[]) : [];
  const pair = isMap(parent) ? findPair(parent as Group, step) : undefined;
  const at = isMap(parent) ? items.findIndex((item) => item === pair) : Number(step);
  const item = items[at];
  if (!isGroup(parent) || !item) return { from: 0, to: 0, insert: '' };
  const from = startOf(isNode(item) ? item : item.key);
  const to = isNode(item) ? lineContentEnd(text, item) : endOfPair(item, text);
  if (parent.flow) {
    const isOnly = items.length === 1;
    return isOnly
      ? { from, to, insert: '' }
      : removeWithComma(text, { from, to, isLast: at === items.length - 1 });
  }
  if (items.length === 1 && path.length > 1) {
    return replaceNode(parent, { text, value: isMap(parent) ? {} : [], place: placeAt('', eol, true) });
  }
  return removeLines(text, { from: isSeq(parent) ? text.lastIndexOf('-', from - 1) : from, to });
}

function removeLines(text: string, { from, to }: { from: number; to: number }): TextChange {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const end = endOfLine(text, to);
  if (text.slice(lineStart, from).trim() === '') return { from: lineStart, to: end, insert: '' };
  // The first field of an item follows the hyphen on the same line.
  const spaces = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  return { from, to: end + spaces, insert: '' };
}

function removeWithComma(
  text: string,
  { from, to, isLast }: { from: number; to: number; isLast: boolean },
): TextChange {
  const comma = isLast ? /,\s*$/.exec(text.slice(0, from)) : /^\s*,[ \t]*/.exec(text.slice(to));
  const length = comma?.[0].length ?? 0;
  return isLast ? { from: from - length, to, insert: '' } : { from, to: to + length, insert: '' };
}
