import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { join } from 'node:path';
import { entryId } from './lib/content/addresses.ts';
import {
  collectionNames,
  contentCollections,
  contentPattern,
  type CollectionName,
} from './lib/content/collections.ts';
import { forgiving } from './astro/tolerant-loader.ts';
import { readBuildConfig } from './app/env.ts';

const { contentDir } = readBuildConfig();

function filesOf(name: CollectionName) {
  const files = glob({
    pattern: contentPattern,
    base: join(contentDir, name),
    generateId: ({ entry }) => entryId(entry),
  });
  return import.meta.env.DEV ? forgiving(files) : files;
}

function declare(name: CollectionName) {
  return defineCollection({ loader: filesOf(name), schema: contentCollections[name].schema });
}

export const collections = Object.fromEntries(collectionNames.map((name) => [name, declare(name)])) as {
  [Name in CollectionName]: { schema: (typeof contentCollections)[Name]['schema'] };
};
