import { definitionOf, type CollectionName } from '#lib/content/collections.ts';

/** Fields that several collections have, as lines to copy. A path has no numbers of list entries in it. */
const common: Readonly<Record<string, string>> = {
  title: 'title: Soil Science',
  summary: 'summary: How soils form, what lives in them and how to read a profile in the field.',
  updated: 'updated: 2027-01-11',
  draft: 'draft: true',
  reviewBy: 'reviewBy: 2027-09-01',
  owner: 'owner: ines-calder',
  aliases: 'aliases: [/courses/soils]',
  level: 'level: 5',
  order: 'order: 2',
  subject: 'subject: soils',
  people: 'people: [ines-calder]',
  date: 'date: 2027-01-11',
  author: 'author: ines-calder',
  name: 'name: Ines Calder',
  role: 'role: Senior Lecturer in Soil Science',
  subjects: 'subjects: [soils]',
  email: 'email: ines.calder@larkmoor.example',
  telephone: 'telephone: "+44 1632 960 410"',
};

/** A line to copy for the field, or undefined when there is none. */
export function exampleOf(collection: CollectionName, path: readonly PropertyKey[]): string | undefined {
  const name = path.filter((step) => typeof step === 'string').join('.');
  return definitionOf(collection).examples?.[name] ?? common[name];
}
