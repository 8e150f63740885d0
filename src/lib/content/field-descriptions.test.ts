import { expect, test } from 'vitest';
import { z } from 'zod';
import { contentCollections } from './collections.ts';
import { settingsFiles } from './editor-settings.ts';

type Schema = { description?: string; properties?: Record<string, Schema>; items?: Schema };

test.each(Object.entries({ ...contentCollections, ...settingsFiles }))(
  'every field of %s has a description for VS Code',
  (_name, definition) => {
    // The schema that Astro writes to .astro/collections, from which VS Code reads it.
    const schema = z.toJSONSchema(definition.schema, { io: 'input', unrepresentable: 'any' }) as Schema;

    const fields = fieldsOf(schema, '');

    expect(fields.length).toBeGreaterThan(2);
    expect(fields.filter(({ description }) => !description).map(({ path }) => path)).toEqual([]);
  },
);

function fieldsOf(schema: Schema, above: string): { path: string; description: string | undefined }[] {
  return Object.entries({ ...schema.properties, ...schema.items?.properties }).flatMap(([name, field]) => {
    const path = `${above}${name}`;
    return [{ path, description: field.description }, ...fieldsOf(field, `${path}.`)];
  });
}
