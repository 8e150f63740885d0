import { listAnd } from '#lib/i18n/format.ts';
import { changedDetails as texts } from '#lib/i18n/en/desk.ts';
import type { FieldDescription } from '#lib/editing/front-matter/describe-fields.ts';
import { isDeepSame } from '#lib/editing/front-matter/field-values.ts';
import {
  capitalise,
  fieldOf,
  isData,
  isMeeting,
  wordsOf,
  type Data,
  type DetailNames,
} from './detail-words.ts';
import { diffWords, type Piece } from './diff.ts';

/** A changed field of front matter, or a changed item of a list of groups, in the words of the site. */
export type DetailChange = {
  kind: 'added' | 'removed' | 'changed';
  /** The name of the field in the schema; empty for an item. */
  name: string;
  label: string;
  /** What was there before, and what is there now; in lists, what was removed and what was added. */
  before: readonly string[];
  after: readonly string[];
  isList: boolean;
  /** A long text, word by word. */
  pieces?: readonly Piece[];
  /** The changed fields or items within it. */
  details: readonly DetailChange[];
};

type Versions = { before: Data | undefined; after: Data };

/** Lists the fields that differ between two versions of front matter. Without a version before, lists all fields. */
export function compareDetails(
  fields: readonly FieldDescription[],
  { before, after }: Versions,
  names: DetailNames,
): DetailChange[] {
  return compareFields({ fields, isNew: before === undefined }, { before: before ?? {}, after });

  function compareFields(
    group: { fields: readonly FieldDescription[] | undefined; isNew: boolean },
    { before: old, after: next }: { before: Data; after: Data },
  ): DetailChange[] {
    const given = new Set([...Object.keys(old), ...Object.keys(next)]);
    const known = (group.fields ?? []).map(({ name }) => name).filter((name) => given.has(name));
    const all = [...new Set([...known, ...given])];
    return all.flatMap((name) => {
      const field = fieldOf({ fields: group.fields ?? [] }, name);
      // Without a line about it, a box counts as not ticked.
      const missing = field.input === 'boolean' && !group.isNew ? false : undefined;
      return compareField(field, valueOf(old, name) ?? missing, valueOf(next, name) ?? missing);
    });
  }

  function compareField(field: FieldDescription, old: unknown, next: unknown): DetailChange[] {
    if (isDeepSame(old, next)) return [];
    const both = [old, next].filter((value) => value !== undefined);
    if (both.every(Array.isArray)) {
      const lists = { old: (old ?? []) as unknown[], next: (next ?? []) as unknown[] };
      const all = [...lists.old, ...lists.next];
      return field.item?.fields && all.every((each) => isData(each) && !isMeeting(each))
        ? compareItems(field, lists as { old: Data[]; next: Data[] })
        : compareList(field, lists);
    }
    if (field.input === 'group' && both.every(isData)) {
      const isNew = old === undefined;
      const details = compareFields(
        { fields: field.fields, isNew },
        { before: (old ?? {}) as Data, after: (next ?? {}) as Data },
      );
      return details.length === 0 ? [] : [changeOf(field, { old, next, details })];
    }
    return compareValue(field, old, next);
  }

  function compareValue(field: FieldDescription, old: unknown, next: unknown): DetailChange[] {
    const [oldWords, nextWords] = [wordsOf(field, old, names), wordsOf(field, next, names)];
    if (oldWords === nextWords) return [];
    const before = oldWords === '' ? [] : [oldWords];
    const after = nextWords === '' ? [] : [nextWords];
    const isLong = field.input === 'long-text' && before.length + after.length === 2;
    const more = isLong ? { pieces: diffWords(oldWords, nextWords) } : {};
    return [changeOf(field, { old: before[0], next: after[0], before, after, ...more })];
  }

  function compareList(field: FieldDescription, { old, next }: { old: unknown[]; next: unknown[] }) {
    const toWords = (list: readonly unknown[]) =>
      list.map((each) => wordsOf({ ...field, input: 'list' }, [each], names));
    const [removed, added] = [without(old, next), without(next, old)];
    const isOne = old.length === 1 && next.length === 1;
    const kept = [without(old, removed), without(next, added)] as const;
    return [
      ...(removed.length + added.length > 0
        ? [
            changeOf(field, {
              old: old[0],
              next: next[0],
              before: toWords(removed),
              after: toWords(added),
              isList: !isOne,
            }),
          ]
        : []),
      ...(isDeepSame(...kept) ? [] : [orderOf(field, toWords(old).join(', '), toWords(next).join(', '))]),
    ];
  }

  function compareItems(
    field: FieldDescription,
    { old, next }: { old: Data[]; next: Data[] },
  ): DetailChange[] {
    const fields = field.item?.fields ?? [];
    const nameOf = (item: Data) => itemName(fields, item, names);
    const toJson = (item: Data) => JSON.stringify(item);
    const firstWord = (item: Data) => firstWords(fields, item, names);
    const partners = pairItems(old, next, [toJson, nameOf, firstWord, (_, index) => String(index)]);
    const labelOf = createLabels(field.label, [old.map(nameOf), next.map(nameOf)]);
    const itemOf = (item: Data, index: number) => ({ name: '', label: labelOf(nameOf(item), index) });
    const changed = next.flatMap((item, index) => {
      const partner = partners[index];
      const earlier = partner === undefined ? undefined : old[partner];
      const isNew = earlier === undefined;
      const details = compareFields({ fields, isNew }, { before: earlier ?? {}, after: item });
      return details.length === 0 && !isNew
        ? []
        : [changeOf(itemOf(item, index), { old: earlier, next: item, details })];
    });
    const removed = old.flatMap((item, index) =>
      partners.includes(index) ? [] : [changeOf(itemOf(item, index), { old: item, next: undefined })],
    );
    const kept = partners.filter((partner) => partner !== undefined);
    const isMoved = !isDeepSame(
      kept,
      kept.toSorted((a, b) => a - b),
    );
    const listed = (list: readonly Data[], toPosition: (index: number) => number) =>
      list.map((item, index) => labelOf(nameOf(item), toPosition(index))).join('; ');
    const order = isMoved
      ? [
          orderOf(
            field,
            listed(old, (index) => index),
            listed(next, (index) => partners[index] ?? index),
          ),
        ]
      : [];
    const details = [...changed, ...removed];
    return [
      ...(details.length === 0 ? [] : [changeOf(field, { old: old[0], next: next[0], details })]),
      ...order,
    ];
  }
}

type Change = Partial<Omit<DetailChange, 'kind'>> & { old: unknown; next: unknown };

function changeOf(
  { name, label }: { name: string; label: string },
  { old, next, ...more }: Change,
): DetailChange {
  const kind = old === undefined ? 'added' : next === undefined ? 'removed' : 'changed';
  return { kind, name, label, before: [], after: [], isList: false, details: [], ...more };
}

function orderOf({ name, label }: FieldDescription, old: string, next: string): DetailChange {
  return changeOf({ name, label: texts.order({ label }) }, { old, next, before: [old], after: [next] });
}

/** `Every spring, Tuesday and Thursday`: what the first field says, and the days of its meetings. */
function itemName(fields: readonly FieldDescription[], item: Data, names: DetailNames): string {
  const meetings = Object.values(item).flatMap((value) =>
    Array.isArray(value) ? value.filter(isMeeting) : [],
  );
  const days = [...new Set(meetings.map(({ day }) => capitalise(day)))];
  return [firstWords(fields, item, names), listAnd(days)].filter(Boolean).join(', ');
}

/** Labels for items: their names, with the position if two of a list share one, or the item has none. */
function createLabels(list: string, lists: readonly (readonly string[])[]) {
  const isShared = (name: string) => lists.some((all) => all.indexOf(name) !== all.lastIndexOf(name));
  return (name: string, index: number) => {
    if (name === '') return `${list} ${index + 1}`;
    return isShared(name) ? `${name} (${index + 1})` : name;
  };
}

function firstWords(fields: readonly FieldDescription[], item: Data, names: DetailNames): string {
  const first = fields.find(
    ({ name, fields: inner, item: each }) => !inner && !each && valueOf(item, name) !== undefined,
  );
  return first ? wordsOf(first, valueOf(item, first.name), names) : '';
}

/** For each item, the index of the earlier item that it replaces, by the first of the keys that both share. */
function pairItems(
  old: readonly Data[],
  next: readonly Data[],
  keys: readonly ((item: Data, index: number) => string)[],
): (number | undefined)[] {
  const partners = next.map((): number | undefined => undefined);
  for (const keyOf of keys) {
    const oldKeys = old.map(keyOf);
    for (const [index, key] of next.map(keyOf).entries()) {
      if (partners[index] !== undefined) continue;
      const found = oldKeys.findIndex((each, at) => each === key && !partners.includes(at));
      if (found !== -1) partners[index] = found;
    }
  }
  return partners;
}

/** The items of a list that another list does not have; each one there cancels one here. */
function without(list: readonly unknown[], other: readonly unknown[]): unknown[] {
  const left = other.map((each) => JSON.stringify(each));
  return list.filter((each) => {
    const at = left.indexOf(JSON.stringify(each));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function valueOf(data: Data, name: string): unknown {
  return Object.hasOwn(data, name) ? (data[name] ?? undefined) : undefined;
}
