import { isMap, isScalar, parseDocument, type Document, type Node } from 'yaml';
import { isDeepSame, withValue, type FieldPath } from './field-values.ts';
import { planRemoval } from './remove-field.ts';
import { planValue } from './set-field.ts';
import { UnpatchableError, type TextChange } from './yaml-nodes.ts';
import type { FieldValue } from './yaml-text.ts';

export type { FieldPath } from './field-values.ts';
export { UnpatchableError, type TextChange } from './yaml-nodes.ts';
export type { FieldValue } from './yaml-text.ts';

export type FieldEdit = {
  path: FieldPath;
  /** Undefined: the field or entry is removed. */
  value: FieldValue | undefined;
  /** The fields in the order of the schema, to place a new field. */
  order?: readonly string[];
  /** The whole file is YAML. */
  isYaml?: boolean;
};

/**
 * Sets or removes a field, an entry of a list or a value inside of one, and leaves all other characters of the file as
 * they are.
 * @throws UnpatchableError
 */
export function patchFrontMatter(source: string, edit: FieldEdit): string {
  const { from, to, insert } = planEdit(source, edit);
  return source.slice(0, from) + insert + source.slice(to);
}

/** The change of the text that `patchFrontMatter` makes. */
export function planEdit(source: string, { path, value, order = [], isYaml = false }: FieldEdit): TextChange {
  const { start, text } = isYaml ? { start: 0, text: source } : locateFrontMatter(source);
  const document = parse(text);
  const context = { text, eol: source.includes('\r\n') ? '\r\n' : '\n', order };
  const change =
    value === undefined
      ? planRemoval(document, path, context)
      : planValue(document, path, { ...context, value });
  const patched = text.slice(0, change.from) + change.insert + text.slice(change.to);
  if (!isDeepSame(dataOf(parse(patched)), withValue(dataOf(document), path, value))) {
    throw new UnpatchableError('this field cannot be changed in the form: change it in the text');
  }
  return { from: start + change.from, to: start + change.to, insert: change.insert };
}

/** The fields of a file as a form shows them; days are `Date`s. @throws UnpatchableError */
export function readFields(source: string, isYaml = false): Record<string, unknown> {
  return dataOf(parse(isYaml ? source : locateFrontMatter(source).text));
}

function locateFrontMatter(source: string): { start: number; text: string } {
  const opening = /^\uFEFF?\s*?---[ \t]*(?:\r?\n|$)/.exec(source);
  const start = opening?.[0].length ?? 0;
  const length = source.slice(start).search(/^---[ \t]*\r?$/m);
  if (!opening || length === -1) throw new UnpatchableError('the file has no front matter');
  return { start, text: source.slice(start, start + length) };
}

function parse(text: string): Document {
  const document = parseDocument(text, { customTags: ['timestamp'], prettyErrors: false });
  if (document.errors.length > 0)
    throw new UnpatchableError('the front matter has a mistake: correct it in the text');
  if (document.contents !== null && !isMap(document.contents) && !isEmpty(document.contents)) {
    throw new UnpatchableError('the front matter has no fields');
  }
  return document;
}

function dataOf(document: Document): Record<string, unknown> {
  try {
    return (document.toJS() ?? {}) as Record<string, unknown>;
  } catch (cause) {
    throw new UnpatchableError('the front matter has an alias without an anchor', { cause });
  }
}

function isEmpty(node: Node): boolean {
  return isScalar(node) && node.value === null;
}
