import { isMap, isScalar, type Document, type Node } from 'yaml';
import { locateFrontMatter } from '#lib/content/front-matter.ts';
import { parseYaml } from '#lib/content/parse-yaml.ts';
import { isDeepSame, withValue, type FieldPath } from './field-values.ts';
import { planRemoval } from './remove-field.ts';
import { planValue } from './set-field.ts';
import { UnpatchableError, type TextChange } from './yaml-nodes.ts';
import type { FieldValue } from './yaml-text.ts';

export type { FieldPath } from './field-values.ts';
export { UnpatchableError, type TextChange } from './yaml-nodes.ts';
export type { FieldValue } from './yaml-text.ts';

type FieldEdit = {
  path: FieldPath;
  /** Undefined removes the field or item. */
  value: FieldValue | undefined;
  /** The fields in the order of the schema, to place a new field. */
  order?: readonly string[];
  /** The whole file is YAML. */
  isYaml?: boolean;
};

/**
 * Sets or removes a field, an item of a list or a value within one. All other characters of the file stay the same.
 * @throws UnpatchableError
 */
export function patchFrontMatter(source: string, edit: FieldEdit): string {
  const { from, to, insert } = planEdit(source, edit);
  return source.slice(0, from) + insert + source.slice(to);
}

/** Returns the change that `patchFrontMatter` makes, without applying it. */
export function planEdit(source: string, { path, value, order = [], isYaml = false }: FieldEdit): TextChange {
  const { start, text } = isYaml ? { start: 0, text: source } : rangeOf(source);
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

/** Reads the fields of a file for a form; days are `Date`s. @throws UnpatchableError */
export function readFields(source: string, isYaml = false): Record<string, unknown> {
  return dataOf(parse(isYaml ? source : rangeOf(source).text));
}

function rangeOf(source: string): { start: number; text: string } {
  const found = locateFrontMatter(source);
  if (!found) throw new UnpatchableError('the file has no front matter');
  if ('problem' in found)
    throw new UnpatchableError('the front matter has no closing ---: correct it in the text');
  return { start: found.start, text: source.slice(found.start, found.end) };
}

function parse(text: string): Document {
  const parsed = parseYaml(text);
  if ('limit' in parsed) throw new UnpatchableError(`${parsed.limit.message}: correct it in the text`);
  const { document } = parsed;
  if (document.errors.length > 0)
    throw new UnpatchableError('the fields have a mistake: correct it in the text');
  if (document.contents !== null && !isMap(document.contents) && !isEmpty(document.contents)) {
    throw new UnpatchableError('the front matter has no fields');
  }
  return document;
}

function dataOf(document: Document): Record<string, unknown> {
  return (document.toJS() ?? {}) as Record<string, unknown>;
}

function isEmpty(node: Node): boolean {
  return isScalar(node) && node.value === null;
}
