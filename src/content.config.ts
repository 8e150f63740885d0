import { defineCollection } from 'astro:content';
import { collectionNames, contentCollections, type CollectionName } from './lib/content/collections.ts';
import { contentFiles } from './astro/content-loader.ts';
import { readBuildConfig } from './app/env.ts';

const { contentDir } = readBuildConfig();

function declare(name: CollectionName) {
  return defineCollection({
    loader: contentFiles(name, { contentDir }),
    schema: contentCollections[name].schema,
  });
}

export const collections = Object.fromEntries(collectionNames.map((name) => [name, declare(name)])) as {
  [Name in CollectionName]: { schema: (typeof contentCollections)[Name]['schema'] };
};
