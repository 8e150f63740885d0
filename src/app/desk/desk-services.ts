import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTakenAddresses, type Claim } from '#lib/content/taken-addresses.ts';
import type { EditingDesk } from '#lib/editing/desk.ts';
import { createDraftFacts } from '#lib/editing/draft-facts.ts';
import { createChangePublisher } from '#lib/editing/review/change-set-publisher.ts';
import type { Log } from '#lib/log/log.ts';
import { createSourceStore, hashOf } from '#lib/publishing/activation/sources.ts';
import { createChangeSets } from '#lib/store/desk/editing-change-sets.ts';
import { createDeskPeople } from '#lib/store/desk/desk-people.ts';
import { explainDrafted } from '#lib/editing/drafted-references.ts';
import { createDraftBin } from '#lib/store/desk/draft-bin.ts';
import { createDrafts } from '#lib/store/desk/editing-drafts.ts';
import { createComments, createOpenEntries, createPreviewLinks } from '#lib/store/desk/editing-notes.ts';
import { countFailingSets } from '#lib/store/desk/failing-sets.ts';
import type { Store } from '#lib/store/open.ts';
import { loadLinkSecrets } from '#lib/store/secrets.ts';
import { buildEnvironment, type Config } from '#app/env.ts';
import { letterSettings } from '#app/letter-settings.ts';
import type { LiveContent } from '#app/live-content.ts';
import { pathInContent, type Publication } from '#app/publication.ts';
import { routesFile, sourcesFolder } from '#app/publisher/build-folders.ts';
import { createReviewLetter, createTakenBackLetter } from './desk-letters.ts';
import { createPictureLibrary, type PictureLibrary } from './desk-pictures.ts';
import { createDraftRendering } from './draft-rendering.ts';
import { convertHeic } from './heic-photos.ts';

export type DeskNeeds = {
  store: Store;
  config: Config;
  /** Environment variables that may be passed to child processes. */
  environment: NodeJS.ProcessEnv;
  liveContent: LiveContent | undefined;
  /** The build's folder. */
  publishedDir: string;
  publication: () => Publication;
  /** Whether mail is configured. */
  sendsMail: boolean;
  log: Log;
};

/** The editor's desk. */
export type Desk = Omit<EditingDesk, 'rendering'> & {
  readonly rendering: ReturnType<typeof createDraftRendering>;
  readonly pictures: PictureLibrary;
  /** Reads the fields of drafts that lists show, by path. */
  readonly readDraftFacts: ReturnType<typeof createDraftFacts>;
  /** Counts approved change sets whose last attempt failed. @throws ApiError STORE_UNAVAILABLE */
  readonly countFailingSets: () => Promise<number>;
  /** Starts to publish approved change sets, if there is a repository. */
  start(): void;
  close(): Promise<void>;
};

/** Wires the desk and, if there is a repository, the publisher of approved change sets. */
export function openDesk({
  store,
  config,
  environment,
  liveContent,
  publishedDir,
  publication,
  sendsMail,
  log,
}: DeskNeeds): Desk {
  const sources = createSourceStore(join(publishedDir, sourcesFolder));
  const readHashes = cacheLast((snapshot) => sources.hashesOf(snapshot));
  const renderer = createDraftRendering(publishedDir, buildEnvironment(environment));
  const repository = liveContent?.repository;
  const takeCommits = async () => liveContent?.takeCommits();

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
  const { takenBackLetter, reviewMails } = sendsMail ? createLetters(publication, config) : noLetters;
  const [drafts, changeSets] = [createDrafts(store, takenBackLetter), createChangeSets(store, reviewMails)];
  const rendering: typeof renderer = {
    ...renderer,
    async render(input) {
      const page = await renderer.render(input);
      return { ...page, problems: await explainDrafted(page.problems, drafts) };
    },
  };
  const publisher =
    repository &&
    createChangePublisher({
      desk: { drafts, changeSets, rendering, takeCommits },
      repository,
      served,
      hashOf,
      log: (line, error) => log.warn(line, { name: 'desk', ...(error !== undefined && { error }) }),
    });
  let secrets: Promise<readonly string[]> | undefined;
  return {
    drafts,
    changeSets,
    repository,
    readPublished,
    retentionDays: () => publication().institute.retentionDays,
    rendering,
    bin: createDraftBin(store),
    people: createDeskPeople(store),
    comments: createComments(store),
    previewLinks: createPreviewLinks(store),
    openEntries: createOpenEntries(store),
    takeCommits,
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
    pictures: createPictureLibrary({
      drafts,
      readHashes: async () => (await served()).hashes,
      read: (hash) => sources.read(hash),
      convertHeic,
    }),
    readDraftFacts: createDraftFacts(),
    countFailingSets: () => countFailingSets(store),
    start: () => publisher?.start(),
    async close() {
      rendering.close();
      await publisher?.stop();
    },
  };
}

const noLetters = { takenBackLetter: undefined, reviewMails: undefined };

function createLetters(publication: () => Publication, config: Config) {
  const settings = () => letterSettings(publication().institute, config);
  const { reviewer = [], admin = [] } = config.STAFF_ROLES ?? {};
  const reviewers = [...reviewer, ...admin].filter((name) => name.includes('@'));
  return {
    takenBackLetter: createTakenBackLetter(settings),
    reviewMails: { letter: createReviewLetter(settings), reviewers },
  };
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
