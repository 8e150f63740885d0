import { join } from 'node:path';
import type { Desk } from '#lib/editing/desk.ts';
import type { ContentRepository } from '#lib/editing/repository.ts';
import { createSourceStore } from '#lib/publishing/sources.ts';
import { createChangeSets } from '#lib/store/editing-change-sets.ts';
import { createDrafts } from '#lib/store/editing-drafts.ts';
import { createComments, createOpenEntries, createPreviewLinks } from '#lib/store/editing-notes.ts';
import type { Store } from '#lib/store/open.ts';
import type { Config } from './env.ts';
import type { Publication } from './publication.ts';
import { sourcesFolder } from './site-publisher.ts';

type DeskOptions = {
  store: Store;
  config: Config;
  repository: ContentRepository | undefined;
  publishedDir: string;
  publication: () => Publication;
};

/** Wires the editor's desk. */
export function createDesk({ store, config, repository, publishedDir, publication }: DeskOptions): Desk {
  const sources = createSourceStore(join(publishedDir, sourcesFolder));
  const readHashes = cacheLast((snapshot) => sources.hashesOf(snapshot));

  async function readPublished(path: string): Promise<string | undefined> {
    const { snapshot } = publication().manifest.serverFiles;
    const hash = snapshot === null ? undefined : (await readHashes(snapshot)).get(path);
    return hash === undefined ? undefined : (await sources.read(hash)).toString('utf8');
  }

  return {
    drafts: createDrafts(store),
    changeSets: createChangeSets(store),
    comments: createComments(store),
    previewLinks: createPreviewLinks(store),
    openEntries: createOpenEntries(store),
    repository,
    readPublished,
    editorsPublish: config.EDITORS_PUBLISH,
  };
}

/** Keeps the last result. A failure is not kept. */
function cacheLast<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  let last: { key: string; value: Promise<Value> } | undefined;
  return async (key) => {
    last = last?.key === key ? last : { key, value: read(key) };
    try {
      return await last.value;
    } catch (error) {
      last = undefined;
      throw error;
    }
  };
}
