import type { z } from 'zod';

type Given = { title: string; summary?: string | undefined };

/** Writes a new file with the required fields of a schema, with their examples as values and descriptions as comments. */
export function writeFromSchema(schema: z.ZodObject, { title, summary }: Given): string {
  const values: Readonly<Record<string, string>> = {
    title: JSON.stringify(title),
    name: JSON.stringify(title),
    summary: JSON.stringify(summary ?? 'Say in one sentence what this page is about.'),
  };
  const fields = Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) => {
    if (field.safeParse(undefined).success) return [];
    const { description = '', examples = [] } = field.meta() ?? {};
    return `${name}: ${values[name] ?? String(examples[0])} # ${description}\n`;
  });
  return `---
${fields.join('')}draft: true # readers do not see it; delete this line to publish
---

Say in two or three sentences what this page is about and who it is for.
`;
}
