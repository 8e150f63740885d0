import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { join } from 'node:path';
import { entryId } from './lib/content/addresses.ts';
import { collectionSchemas, contentPattern, type CollectionName } from './lib/content/collections.ts';
import { forgiving } from './lib/content/forgiving-loader.ts';
import { prompt } from './lib/content/prompt-loader.ts';
import { readBuildConfig } from './lib/env.ts';

const { contentDir } = readBuildConfig();

function filesOf(name: CollectionName) {
  const files = glob({
    pattern: contentPattern,
    base: join(contentDir, name),
    generateId: ({ entry }) => entryId(entry),
  });
  return import.meta.env.DEV ? prompt(forgiving(files)) : files;
}

export const collections = {
  courses: defineCollection({ loader: filesOf('courses'), schema: collectionSchemas.courses }),
  programs: defineCollection({ loader: filesOf('programs'), schema: collectionSchemas.programs }),
  handbook: defineCollection({ loader: filesOf('handbook'), schema: collectionSchemas.handbook }),
  news: defineCollection({ loader: filesOf('news'), schema: collectionSchemas.news }),
  pages: defineCollection({ loader: filesOf('pages'), schema: collectionSchemas.pages }),
  people: defineCollection({ loader: filesOf('people'), schema: collectionSchemas.people }),
};
