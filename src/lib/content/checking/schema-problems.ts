import type { z } from 'zod';
import { contentCollections, type CollectionName } from '#lib/content/collections.ts';
import type { Finding } from './problem.ts';
import type { FieldPath, FrontMatter } from './front-matter.ts';
import { findClosest, suggestFix } from './closest-match.ts';
import { sayIssue } from './schema-messages.ts';

/** What is wrong with the fields, in words for people who do not program. Empty: they fit the schema. */
export function findSchemaProblems(collection: CollectionName, frontMatter: FrontMatter): Finding[] {
  const result = contentCollections[collection].schema.safeParse(frontMatter.data);
  if (result.success) return [];
  return result.error.issues.flatMap((issue): Finding[] => {
    if (issue.code === 'unrecognized_keys') return unknownFields(collection, issue, frontMatter);
    const said = sayIssue(collection, issue, valueAt(frontMatter.data, issue.path));
    return [{ line: frontMatter.lineOf(issue.path), ...said, severity: 'fatal' }];
  });
}

function unknownFields(
  collection: CollectionName,
  issue: z.core.$ZodIssueUnrecognizedKeys,
  frontMatter: FrontMatter,
): Finding[] {
  const known = fieldsAt(contentCollections[collection].schema, issue.path);
  const given = Object.keys(valueAt(frontMatter.data, issue.path) ?? {});
  const free = known.filter((name) => !given.includes(name));
  return issue.keys.map((key) => ({
    line: frontMatter.lineOf([...issue.path, key]),
    message: `there is no field "${key}" ${issue.path.length === 0 ? `in ${collection}` : `in ${issue.path[0]?.toString()}`}`,
    fix: suggestFix(
      key,
      findClosest(key, free) ? free : known,
      `take the line out, or use one of ${known.join(', ')}`,
    ),
    severity: 'fatal',
  }));
}

function valueAt(data: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return (value as Record<PropertyKey, unknown>)[step];
  }, data);
}

/** The names of the fields that the schema has at a path. */
function fieldsAt(schema: unknown, path: FieldPath): string[] {
  let current = unwrap(schema);
  for (const step of path) {
    const { shape, element } = current as { shape?: Record<PropertyKey, unknown>; element?: unknown };
    current = unwrap(typeof step === 'number' ? element : shape?.[step]);
  }
  return Object.keys((current as { shape?: object } | undefined)?.shape ?? {});
}

function unwrap(schema: unknown): unknown {
  const wrapped = schema as { def?: { innerType?: unknown } } | undefined;
  return wrapped?.def?.innerType === undefined ? schema : unwrap(wrapped.def.innerType);
}
