import { z } from 'zod';
import { contentCollections, type CollectionName } from '#lib/content/collections.ts';
import type { FrontMatter } from './check-front-matter.ts';
import { findClosest } from './closest-match.ts';
import { explainIssue } from './explain-issue.ts';
import { findHiddenCharacters } from './hidden-characters.ts';
import { type FieldPath, type Finding, placeOf } from './problem.ts';

/** Checks the fields of a file against the schema of its collection. */
export function findSchemaProblems(collection: CollectionName, frontMatter: FrontMatter): Finding[] {
  return findFieldProblems({ schema: contentCollections[collection].schema, name: collection }, frontMatter);
}

/** Fields with a name, for messages. */
type NamedSchema = { schema: z.ZodObject; name: string };

export function findFieldProblems(named: NamedSchema, frontMatter: FrontMatter): Finding[] {
  const { schema } = named;
  const issues = schema.safeParse(frontMatter.data).error?.issues ?? [];
  const ofSchema = issues.flatMap((issue): Finding[] => {
    if (issue.code === 'unrecognized_keys') return unknownFields(named, issue, frontMatter);
    const value = valueAt(frontMatter.data, issue.path);
    const typed = frontMatter.typedAt(issue.path);
    const explanation = explainIssue(issue, value, { example: exampleAt(schema, issue.path), typed });
    return [{ ...placeOf(frontMatter, issue.path), ...explanation, severity: 'fatal' }];
  });
  return [...findHiddenCharacters(frontMatter), ...ofSchema];
}

function unknownFields(
  { schema, name }: NamedSchema,
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  frontMatter: FrontMatter,
): Finding[] {
  const parent = unwrap(schemaAt(schema, path));
  const known = parent instanceof z.ZodObject ? Object.keys(parent.shape) : [];
  const given = Object.keys(valueAt(frontMatter.data, path) ?? {});
  const free = known.filter((each) => !given.includes(each));
  return keys.map((key) => {
    const meant = findClosest(key, free);
    return {
      line: frontMatter.lineOf([...path, key]),
      message: `there is no field "${key}" in ${String(path[0] ?? name)}`,
      fix: meant ? `did you mean ${meant}?` : `delete the line, or use one of ${known.join(', ')}`,
      severity: 'fatal',
    };
  });
}

function valueAt(data: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return (value as Record<PropertyKey, unknown>)[step];
  }, data);
}

/** An example line for the field at a path; for an item of a list, the line of the list. */
function exampleAt(schema: z.ZodObject, path: FieldPath): string | undefined {
  const end = path.findLastIndex((step) => typeof step === 'string') + 1;
  const found = schemaAt(schema, path.slice(0, end));
  const value = found && z.globalRegistry.get(found)?.['examples'];
  return Array.isArray(value) ? `${String(path[end - 1])}: ${String(value[0])}` : undefined;
}

function schemaAt(schema: z.ZodObject, path: FieldPath): z.core.$ZodType | undefined {
  return path.reduce<z.core.$ZodType | undefined>((current, step) => {
    const inner = unwrap(current);
    if (typeof step === 'number') return inner instanceof z.ZodArray ? inner.element : undefined;
    return inner instanceof z.ZodObject ? (inner.shape as z.core.$ZodShape)[String(step)] : undefined;
  }, schema);
}

/** The schema inside `optional()`, `default()` and `readonly()`. */
function unwrap(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly;
  return isWrapped ? unwrap(schema.unwrap()) : schema;
}
