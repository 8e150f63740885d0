import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { join } from 'node:path';
import { entryId } from './lib/content/addresses.ts';
import { collectionSchemas, contentPattern, type CollectionName } from './lib/content/collections.ts';
import { readBuildConfig } from './lib/env.ts';

const { contentDir } = readBuildConfig();

function collection<Name extends CollectionName>(name: Name) {
  return defineCollection({
    loader: glob({
      pattern: contentPattern,
      base: join(contentDir, name),
      generateId: ({ entry }) => entryId(entry),
    }),
    schema: collectionSchemas[name],
  });
}

export const collections = {
  courses: collection('courses'),
  programs: collection('programs'),
  handbook: collection('handbook'),
  news: collection('news'),
  pages: collection('pages'),
  people: collection('people'),
};
