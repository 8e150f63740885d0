import { expect, test } from 'vitest';
import { z } from 'zod';
import { collectionNames, collectionSchemas } from './collections.ts';

type Schema = {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
};

test.each(collectionNames)('VS Code can say what every field of %s is for', (name) => {
  // As Astro writes .astro/collections, where VS Code reads.
  const schema = z.toJSONSchema(collectionSchemas[name], { io: 'input', unrepresentable: 'any' }) as Schema;

  const fields = fieldsOf(schema, '');

  expect(fields.length).toBeGreaterThan(5);
  expect(fields.filter(({ description }) => !description).map(({ path }) => path)).toEqual([]);
});

function fieldsOf(schema: Schema, above: string): { path: string; description: string | undefined }[] {
  return Object.entries({ ...schema.properties, ...schema.items?.properties }).flatMap(([name, field]) => {
    const path = `${above}${name}`;
    return [{ path, description: field.description }, ...fieldsOf(field, `${path}.`)];
  });
}
