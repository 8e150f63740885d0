import { statSync } from 'node:fs';
import { z } from 'zod';
import { readTextFile } from '#lib/importing/decode-text.ts';
import { isData, itemsOf, valueAt } from '#lib/importing/markdown/parse-settings.ts';

/** A resource of Drupal’s JSON:API. Only what the import reads. */
const resourceSchema = z.object({
  type: z.string(),
  id: z.string(),
  attributes: z.record(z.string(), z.unknown()).default({}),
  relationships: z.record(z.string(), z.unknown()).default({}),
  links: z.unknown().optional(),
});
const documentSchema = z.object({
  data: z.union([z.array(resourceSchema), resourceSchema]),
  included: z.array(resourceSchema).default([]),
  links: z.unknown().optional(),
  meta: z.unknown().optional(),
});

export type Resource = z.infer<typeof resourceSchema>;
export type ById = ReadonlyMap<string, Resource>;
const maxFileSize = 200_000_000;

export function readDocument(path: string): z.infer<typeof documentSchema> {
  if (statSync(path).size > maxFileSize) throw new Error(`${path} is larger than 200 MB: save it in parts`);
  try {
    return documentSchema.parse(JSON.parse(readTextFile(path, path).text));
  } catch (cause) {
    throw new Error(`${path} is no answer of Drupal’s JSON:API`, { cause });
  }
}

type Texts = {
  html: string;
  /** Fields of paragraphs that are not in the folder. */
  missing: string[];
  /** Fields that the institution added, and that the import does not understand. */
  leftOut: string[];
};

const maxInside = 10;

/** The texts of a resource, the body first, and those of its paragraphs. */
export function readTexts(resource: Resource, byId: ById, depth = 0): Texts {
  const texts: Texts = { html: '', missing: [], leftOut: [] };
  const attributes = Object.entries(resource.attributes);
  for (const [name, value] of attributes.toSorted(
    ([one], [other]) => +(other === 'body') - +(one === 'body'),
  )) {
    if (name !== 'body' && !name.startsWith('field_')) continue;
    const shown = itemsOf(value).map(shownText).join('\n');
    texts.html += shown;
    if (shown === '' && name !== 'body' && hasWords(value)) texts.leftOut.push(name);
  }
  for (const name of Object.keys(resource.relationships)) {
    const all = referencesOf(resource, name);
    const parts = all.filter(({ type }) => type.startsWith('paragraph--'));
    if (name.startsWith('field_') && name !== 'field_image' && parts.length < all.length)
      texts.leftOut.push(name);
    for (const part of parts) {
      const found = byId.get(part.id);
      if (found?.attributes['status'] === false) {
        texts.leftOut.push(`${name} (paragraphs that are not published)`);
        continue;
      }
      if (!found || depth === maxInside) {
        texts.missing.push(name);
        continue;
      }
      const { html, missing, leftOut } = readTexts(found, byId, depth + 1);
      texts.html += `\n${html}`;
      texts.missing.push(...missing.map((inner) => `${name}.${inner}`));
      texts.leftOut.push(...leftOut.map((inner) => `${name}.${inner}`));
    }
  }
  return { ...texts, missing: [...new Set(texts.missing)], leftOut: [...new Set(texts.leftOut)] };
}

/** A text with a format, such as the body. */
function shownText(text: unknown): string {
  return stringOf(valueAt(text, 'processed') ?? (valueAt(text, 'format') && valueAt(text, 'value')));
}

function hasWords(value: unknown): boolean {
  return !/^(?:null|true|false|""|\[\])$/.test(JSON.stringify(value));
}

export function referencesOf({ relationships }: Resource, name: string) {
  const data = itemsOf(valueAt(relationships[name], 'data')).filter(isData);
  return data.map((each) => ({
    type: stringOf(each['type']),
    id: stringOf(each['id']),
    alt: stringOf(valueAt(each, 'meta.alt')),
  }));
}

/** An address, which may be in a group: `{ "href": "…" }`. */
export function linkIn(links: unknown, name: string): string {
  return stringOf(valueAt(links, name)) || stringOf(valueAt(links, `${name}.href`));
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
