import { defineCollection } from 'astro:content';
import { collectionNames, contentCollections, type CollectionName } from './lib/content/collections.ts';
import { z } from 'zod';
import { contentFiles } from './astro/content-loader.ts';
import { settingsFileLoader } from './astro/settings-loader.ts';
import { settingsFiles } from './lib/content/editor-settings.ts';
import { readBuildConfig } from './app/env.ts';

const { contentDir } = readBuildConfig();

function declare(name: CollectionName) {
  return defineCollection({
    loader: contentFiles(name, { contentDir }),
    schema: contentCollections[name].schema,
  });
}

const declared = Object.fromEntries(collectionNames.map((name) => [name, declare(name)])) as {
  [Name in CollectionName]: { schema: (typeof contentCollections)[Name]['schema'] };
};

export const collections = {
  ...declared,
  /** Each file has its own schema, which the loader checks. */
  settings: defineCollection({
    loader: settingsFileLoader({ contentDir }),
    schema: z.union(Object.values(settingsFiles).map(({ schema }) => schema)),
  }),
};
