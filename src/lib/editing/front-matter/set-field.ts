import { isMap, isNode, isScalar, type Document, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import type { FieldPath } from './field-values.ts';
import {
  columnOf,
  endOf,
  endOfPair,
  findPair,
  isGroup,
  lineContentEnd,
  placeAt,
  replaceNode,
  rootOf,
  startOf,
  UnpatchableError,
  type Context,
  type Field,
  type Group,
  type TextChange,
} from './yaml-nodes.ts';
import { writeItem, writePair, writeValue, type FieldValue } from './yaml-text.ts';

type Setting = Context & {
  value: FieldValue;
  /** The fields in the order of the schema. */
  order: readonly string[];
};

/** The change that sets a value. */
export function planValue(document: Document, path: FieldPath, setting: Setting): TextChange {
  const root = rootOf(document);
  if (root) return planIn(root, path, setting);
  const { text, eol } = setting;
  const value = nest(path.slice(1), setting.value);
  const pair = writePair(String(path[0]), value, placeAt('', eol));
  return { from: text.length, to: text.length, insert: pair + eol };
}

function planIn(parent: Group | YAMLSeq, [step = '', ...rest]: FieldPath, setting: Setting): TextChange {
  const inner = { ...setting, value: nest(rest, setting.value) };
  if (isMap(parent)) {
    const pair = findPair(parent, step);
    if (!pair) return insertPair(parent, String(step), inner);
    if (rest.length > 0 && isGroup(pair.value)) return planIn(pair.value, rest, { ...setting, order: [] });
    return replacePair(parent, pair, inner);
  }
  const item = parent.items[Number(step)];
  if (!isNode(item)) return insertItem(parent, inner);
  return rest.length > 0 && isGroup(item)
    ? planIn(item, rest, { ...setting, order: [] })
    : replaceItem(parent, item, inner);
}

function nest(path: FieldPath, value: FieldValue): FieldValue {
  return path.reduceRight<FieldValue>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  );
}

function replacePair(group: Group, pair: Field, { text, eol, value }: Setting): TextChange {
  const key = startOf(pair.key);
  const indent = ' '.repeat(columnOf(text, key));
  const isFlow = group.flow === true;
  const node = pair.value;
  if (!isNode(node) || endOf(node) === startOf(node)) {
    const colon = text.indexOf(':', endOf(pair.key)) + 1;
    const written = writeValue(value, placeAt(indent, eol, isFlow));
    return { from: colon, to: colon, insert: written.startsWith(eol) ? written : ` ${written}` };
  }
  return replaceNode(node, { text, value, place: placeAt(indent, eol, isFlow) });
}

function replaceItem(list: YAMLSeq, item: Node, { text, eol, value }: Setting): TextChange {
  const isFlow = list.flow === true;
  const hyphen = isFlow ? startOf(list) : text.lastIndexOf('-', startOf(item) - 1);
  const indent = ' '.repeat(columnOf(text, hyphen));
  if (startOf(item) === endOf(item)) {
    const at = isFlow ? startOf(item) : hyphen + 1;
    const written = writeItem(value, placeAt(indent, eol)).slice(indent.length + 1);
    return { from: at, to: at, insert: isFlow ? writeValue(value, placeAt('', eol, true)) : written };
  }
  if (isFlow || isScalar(item))
    return replaceNode(item, {
      text,
      value,
      place: placeAt(indent, eol, isFlow || typeof value === 'object'),
    });
  const written = writeItem(value, placeAt(indent, eol)).slice(indent.length + 2);
  return { from: startOf(item), to: lineContentEnd(text, item), insert: written };
}

function insertPair(group: Group, key: string, { text, eol, value, order }: Setting): TextChange {
  if (group.flow) {
    return insertInFlow(group, { text, written: writePair(key, value, placeAt('', eol, true)), isMap: true });
  }
  const first = group.items[0];
  if (!first) throw new UnpatchableError('this group is empty: change it in the text');
  const indent = ' '.repeat(columnOf(text, startOf(first.key)));
  const before = order.slice(0, Math.max(0, order.indexOf(key)));
  const above = group.items.findLast((pair) => isScalar(pair.key) && before.includes(String(pair.key.value)));
  const last = above ?? group.items.at(-1) ?? first;
  return insertBelow(endOfPair(last, text), {
    text,
    eol,
    lines: indent + writePair(key, value, placeAt(indent, eol)),
  });
}

function insertItem(list: YAMLSeq, { text, eol, value }: Setting): TextChange {
  if (list.flow)
    return insertInFlow(list, { text, written: writeValue(value, placeAt('', eol, true)), isMap: false });
  const last = list.items.at(-1) as Node;
  const hyphen = text.lastIndexOf('-', startOf(list.items[0] as Node) - 1);
  const indent = ' '.repeat(columnOf(text, hyphen));
  return insertBelow(lineContentEnd(text, last), {
    text,
    eol,
    lines: writeItem(value, placeAt(indent, eol)),
  });
}

function insertInFlow(
  node: YAMLMap | YAMLSeq,
  { text, written, isMap: isInMap }: { text: string; written: string; isMap: boolean },
): TextChange {
  const last = node.items.at(-1) as Field | Node | undefined;
  if (!last) {
    const from = startOf(node) + 1;
    return { from, to: endOf(node) - 1, insert: isInMap ? ` ${written} ` : written };
  }
  const at = isNode(last) ? endOf(last) : endOfPair(last, text);
  return { from: at, to: at, insert: `, ${written}` };
}

function insertBelow(
  at: number,
  { text, eol, lines }: { text: string; eol: string; lines: string },
): TextChange {
  if (at > 0 && text[at - 1] === '\n') return { from: at, to: at, insert: lines + eol };
  const end = /\r?\n|$/.exec(text.slice(at))?.index ?? 0;
  return { from: at + end, to: at + end, insert: eol + lines };
}
