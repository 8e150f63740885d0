import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { writeValue, type FieldValue, type Place } from './yaml-text.ts';

/** Replaces the characters from `from` to `to`. */
export type TextChange = { from: number; to: number; insert: string };

/** The front matter can't be changed by a form: it is invalid, or uses YAML features that a form can't preserve. */
export class UnpatchableError extends Error {}

export type Field = Pair<Node, Node | null>;
export type Group = YAMLMap<Node, Node | null>;
/** The YAML between the `---` lines, and its line ending. */
export type Context = { text: string; eol: string };

export function isGroup(node: unknown): node is Group | YAMLSeq {
  return isMap(node) || isSeq(node);
}

export function rootOf({ contents }: Document): Group | undefined {
  return isMap(contents) ? (contents as Group) : undefined;
}

export function findPair(group: Group, step: string | number): Field | undefined {
  return group.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
}

export function placeAt(indent: string, eol: string, isFlow = false): Place {
  return { indent, eol, isFlow };
}

export function replaceNode(
  node: Node,
  { text, value, place }: { text: string; value: FieldValue; place: Place },
): TextChange {
  if (isAlias(node)) throw new UnpatchableError('this field is an alias: change it in the text');
  const style = isScalar(node) ? node.type : undefined;
  const from = startOf(node);
  const to = lineContentEnd(text, node);
  const written = writeValue(value, { ...place, style });
  if (!written.startsWith(place.eol)) return { from, to, insert: written };
  // Include the indentation, because a list in block style starts on the line below its key.
  const above = /[ \t]*$/.exec(text.slice(0, from))?.[0].length ?? 0;
  const isBelow = /\n[ \t]*$/.test(text.slice(0, from));
  return isBelow
    ? { from: from - above, to, insert: written.slice(place.eol.length) }
    : { from: from - above, to, insert: written };
}

export function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

export function endOf(node: Node): number {
  return node.range?.[1] ?? 0;
}

/** The end of a node, before any comments and empty lines below it. */
export function lineContentEnd(text: string, node: Node): number {
  if (isMap(node) && !node.flow && node.items.length > 0) return endOfPair(node.items.at(-1) as Field, text);
  if (isSeq(node) && !node.flow && node.items.length > 0)
    return lineContentEnd(text, node.items.at(-1) as Node);
  const isBlock = isScalar(node) && node.type?.startsWith('BLOCK');
  if (!isBlock) return endOf(node);
  const length = text.slice(startOf(node), endOf(node)).trimEnd().length;
  return startOf(node) + length;
}

export function endOfPair({ key, value }: Field, text: string): number {
  if (isNode(value) && endOf(value) > startOf(value)) return lineContentEnd(text, value);
  return text.indexOf(':', endOf(key)) + 1;
}

/** The position after the line break that ends the line. */
export function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

export function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1);
}
