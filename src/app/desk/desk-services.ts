import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTakenAddresses, type Claim } from '#lib/content/taken-addresses.ts';
import type { Desk, DraftRendering } from '#lib/editing/desk.ts';
import { createChangePublisher } from '#lib/editing/review/change-set-publisher.ts';
import type { ContentRepository } from '#lib/editing/git/repository.ts';
import type { Log } from '#lib/log/log.ts';
import { createSourceStore, hashOf } from '#lib/publishing/activation/sources.ts';
import { createChangeSets } from '#lib/store/desk/editing-change-sets.ts';
import { createDeskPeople } from '#lib/store/desk/desk-people.ts';
import { createDraftBin } from '#lib/store/desk/draft-bin.ts';
import { createDrafts } from '#lib/store/desk/editing-drafts.ts';
import { createComments, createOpenEntries, createPreviewLinks } from '#lib/store/desk/editing-notes.ts';
import type { ReviewMails } from '#lib/store/desk/review-mails.ts';
import type { TakenBackLetter } from '#lib/store/desk/take-back.ts';
import type { Store } from '#lib/store/open.ts';
import { loadLinkSecrets } from '#lib/store/secrets.ts';
import type { Config } from '#app/env.ts';
import { pathInContent, type Publication } from '#app/publication.ts';
import { routesFile, sourcesFolder } from '#app/publisher/build-folders.ts';
import { createPictureLibrary, type PictureLibrary } from './desk-pictures.ts';
import { convertHeic } from './heic-photos.ts';

type DeskOptions = {
  store: Store;
  config: Config;
  repository: ContentRepository | undefined;
  takeCommits: () => Promise<void>;
  rendering: DraftRendering;
  publishedDir: string;
  publication: () => Publication;
  /** The email to reviewers; undefined without mail. */
  takenBackLetter: TakenBackLetter | undefined;
  /** The emails about reviews; undefined without mail. */
  reviewMails: ReviewMails | undefined;
  log: Log;
};

/** Wires the editor's desk and, if there is a repository, the publisher of approved change sets. */
export function createDesk({
  store,
  config,
  repository,
  publishedDir,
  publication,
  ...options
}: DeskOptions): {
  desk: Desk;
  pictures: PictureLibrary;
  start: () => void;
  stop: () => Promise<void>;
} {
  const sources = createSourceStore(join(publishedDir, sourcesFolder));
  const readHashes = cacheLast((snapshot) => sources.hashesOf(snapshot));

  async function served() {
    const { serverFiles, publishedAt } = publication().manifest;
    const { snapshot } = serverFiles;
    const hashes = snapshot === null ? new Map<string, string>() : await readHashes(snapshot);
    return { hashes, publishedAt: Date.parse(publishedAt) };
  }

  async function readPublished(path: string): Promise<string | undefined> {
    const hash = (await served()).hashes.get(path);
    return hash === undefined ? undefined : (await sources.read(hash)).toString('utf8');
  }

  const readRoutes = async () =>
    JSON.parse(await readFile(join(publishedDir, routesFile), 'utf8')) as string[];
  const [drafts, changeSets] = [
    createDrafts(store, options.takenBackLetter),
    createChangeSets(store, options.reviewMails),
  ];
  const publisher =
    repository &&
    createChangePublisher({
      desk: { drafts, changeSets, rendering: options.rendering, takeCommits: options.takeCommits },
      repository,
      served,
      hashOf,
      log: (line, error) => options.log.warn(line, { name: 'desk', ...(error !== undefined && { error }) }),
    });
  let secrets: Promise<readonly string[]> | undefined;
  const desk: Desk = {
    drafts,
    changeSets,
    repository,
    readPublished,
    rendering: options.rendering,
    bin: createDraftBin(store),
    people: createDeskPeople(store),
    comments: createComments(store),
    previewLinks: createPreviewLinks(store),
    openEntries: createOpenEntries(store),
    takeCommits: options.takeCommits,
    takenAddresses: async (freed) =>
      createTakenAddresses(await readRoutes(), await listClaims(publication(), freed)),
    editorsPublish: config.EDITORS_PUBLISH,
    async linkSecrets() {
      secrets ??= loadLinkSecrets(store, config.SESSION_SECRET);
      return secrets.catch((error: unknown) => {
        secrets = undefined;
        throw error;
      });
    },
    wakePublisher: () => publisher?.wake(),
  };
  const pictures = createPictureLibrary({
    drafts,
    readHashes: async () => (await served()).hashes,
    read: (hash) => sources.read(hash),
    convertHeic,
  });
  return { desk, pictures, start: () => publisher?.start(), stop: async () => publisher?.stop() };
}

/** The addresses of published files, except those of the file `without`. */
async function listClaims(publication: Publication, without: string | undefined): Promise<Claim[]> {
  const pages = (await publication.readContentReport())?.pages ?? [];
  const claims = pages.map(({ address, file }) => {
    return { address, file: pathInContent({ publication }, file), isAlias: false };
  });
  const files = new Map(claims.map(({ address, file }) => [address, file]));
  const aliases = publication.manifest.redirects.map(({ from, to }) => {
    return { address: from, file: files.get(to) ?? to, isAlias: true };
  });
  return [...claims, ...aliases].filter(({ file }) => file !== without);
}

/** Caches the last result, but not a failure. */
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
