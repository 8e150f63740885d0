import { z } from 'zod';
import { collectionNames, definitionOf, type CollectionName } from '#lib/content/collections.ts';
import type { ReferenceKind } from '#lib/content/components.ts';
import { daySchema, feeSchema, lineSchema, localTimeSchema, momentSchema } from '#lib/content/fields.ts';
import { yamlFileOf } from '#lib/editing/yaml-files.ts';
import { colourSchema } from '#lib/content/institute-look.ts';
import { labelOf } from './field-label.ts';
import type { KeyRule } from './key-problem.ts';

/** The kinds of things that a field can refer to. `one-term` is a term of one particular year. */
export type ChoiceKind = ReferenceKind | 'one-term';

type InputKind =
  | 'text'
  | 'long-text'
  | 'number'
  | 'day'
  | 'local-time'
  | 'moment'
  | 'boolean'
  | 'colour'
  | 'choice'
  | 'list'
  | 'group';

/** A field of front matter, described for a form. */
export type FieldDescription = {
  name: string;
  label: string;
  /** Hint for editors, one sentence. */
  help: string;
  /** An example value in YAML. */
  example: string;
  isRequired: boolean;
  input: InputKind;
  /** Whether it is an amount of money. */
  isMoney?: true;
  /** What the value refers to, such as courses or people. */
  refersTo?: ChoiceKind;
  /** The allowed values of a choice. */
  options?: readonly string[];
  /** Limits of a number, or of the length of a text. */
  min?: number;
  max?: number;
  /** The fields of a group. */
  fields?: readonly FieldDescription[];
  /** Describes an item of a list, or each field of a group whose fields have free names. */
  item?: FieldDescription;
  /** For a group whose fields have free names. */
  key?: KeyRule;
};

type Definition = {
  type: string;
  innerType?: Schema;
  element?: Schema;
  shape?: Record<string, Schema>;
  entries?: Record<string, string>;
  keyType?: Schema;
  valueType?: Schema;
  /** The items of a tuple. */
  items?: Schema[];
  in?: Schema;
};
type Schema = z.ZodType & { def: Definition };

const longTextFrom = 100;
const optionalTypes = ['optional', 'default', 'nullable'];
const wrappers = [...optionalTypes, 'readonly'];

/** Describes the fields of a collection in the order of its schema, for a form. */
export function describeFields(collection: CollectionName): FieldDescription[] {
  const { schema, references = {} } = definitionOf(collection);
  return describeShape(schema, '', {
    ...references,
    owner: 'person',
    'offerings.*.cancelled.term': 'one-term',
  });
}

/** Describes the fields of a file of any kind. @param file path in the content folder */
export function describeFile(file: string): FieldDescription[] {
  const yaml = yamlFileOf(file);
  if (yaml) return describeShape(yaml.schema, '', {});
  const collection = collectionNames.find((name) => file.startsWith(`${name}/`));
  return collection ? describeFields(collection) : [];
}

type References = Readonly<Record<string, ChoiceKind>>;

function describeShape({ def }: Schema, path: string, references: References): FieldDescription[] {
  return Object.entries(def.shape ?? {}).map(([name, schema]) =>
    describe({ name, schema, path: path === '' ? name : `${path}.${name}` }, references),
  );
}

type Named = { name: string; schema: Schema; path: string };

function describe({ name, schema, path }: Named, references: References): FieldDescription {
  const meta = z.globalRegistry.get(schema);
  const [example] = meta?.examples ?? [];
  const inner = unwrap(schema);
  const each = inner.def.element ?? inner.def.valueType ?? inner.def.items?.[0];
  const refersTo = references[path];
  const label = labelOf(name);
  return {
    name,
    label,
    help: meta?.description ?? '',
    example: typeof example === 'string' ? example : '',
    isRequired: !optionalTypes.includes(schema.def.type),
    input: inputOf(inner),
    ...(isSame(inner, feeSchema) && { isMoney: true }),
    ...(refersTo && { refersTo }),
    ...limitsOf(inner),
    ...(inner.def.type === 'enum' && { options: Object.values(inner.def.entries ?? {}) }),
    ...(inner.def.type === 'object' && { fields: describeShape(inner, path, references) }),
    ...(inner.def.keyType && { key: ruleOf(inner.def.keyType) }),
    ...(each && { item: describe({ name: label, schema: each, path: `${path}.*` }, references) }),
  };
}

function ruleOf(schema: Schema): KeyRule {
  const { pattern = '' } = z.toJSONSchema(schema);
  return { pattern, reason: schema.safeParse('').error?.issues[0]?.message ?? '' };
}

/** Removes wrappers such as `optional()` and `default()`. */
function unwrap(schema: Schema): Schema {
  return wrappers.includes(schema.def.type) && schema.def.innerType ? unwrap(schema.def.innerType) : schema;
}

function inputOf(schema: Schema): InputKind {
  const { def } = schema;
  if (isSame(schema, daySchema)) return 'day';
  if (isSame(schema, localTimeSchema)) return 'local-time';
  if (isSame(schema, momentSchema)) return 'moment';
  if (isSame(schema, colourSchema)) return 'colour';
  if (isSame(schema, lineSchema)) return 'text';
  if (def.type === 'number' || def.type === 'boolean') return def.type;
  if (def.type === 'enum') return 'choice';
  if (def.type === 'array' || def.type === 'tuple') return 'list';
  if (def.type === 'object' || def.type === 'record') return 'group';
  return (limitsOf(schema).max ?? 0) >= longTextFrom ? 'long-text' : 'text';
}

/** Compares definitions, because `meta` copies a schema. */
function isSame(schema: Schema, known: z.ZodType): boolean {
  return (schema.def as object) === known.def;
}

function limitsOf(schema: Schema): { min?: number; max?: number } {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const min = json.minLength ?? json.minItems ?? json.minimum;
  const max = json.maxLength ?? json.maxItems ?? json.maximum;
  return { ...(isLimit(min) && { min }), ...(isLimit(max) && { max }) };
}

function isLimit(limit: number | undefined): limit is number {
  return limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
}
