import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CheckedContent } from '#lib/content/check.ts';
import { makeContentReport } from '#lib/content/report.ts';
import type { ContentProblem } from '#lib/content/checking/problem.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { listAddresses } from '#lib/content/previous-addresses.ts';
import { dayIn } from '#lib/content/terms.ts';
import { createManifestReader } from '#lib/delivery/read-manifest.ts';
import { createBuildStore, createContentStore } from '#lib/publishing/activation/body-store.ts';
import { publishChanges } from '#lib/publishing/activation/publish-changes.ts';
import { hasOnlyCode } from '#lib/publishing/code-manifest.ts';
import {
  createFolderReader,
  createSourceStore,
  keepSame,
  withoutRefused,
  type Sources,
} from '#lib/publishing/activation/sources.ts';
import { fontsAddress, fontsCache } from '#lib/theme/font-places.ts';
import type { Renderer } from '#app/content-view/content-view.ts';
import { rendererFolder, routesFile, sourcesFolder } from './build-folders.ts';
import { hasInputs, hasSameSources, instituteFilesOf, type PublicationInputs } from './publication-inputs.ts';
import { createDeferredPictures } from './deferred-pictures.ts';
import { createLastPublication } from './last-publication.ts';
import { createLatestSources } from './latest-sources.ts';
import { createProof, nameFile } from '#app/open-good.ts';
import { useOwnComponents } from '#app/own-code.ts';
import { createSiteContent } from '#app/content-view/site-content.ts';
import { isFatal, isRefusal, readProblems, toProblem, withoutKnown } from './publication-problems.ts';
import { createTextProbe, type TextProbe } from './text-probe.ts';

/** Loads the renderer of a build. @throws Error if the build has none */
async function loadRenderer(buildDir: string): Promise<Renderer> {
  const [entry] = globSync('prerender-entry.*.mjs', { cwd: join(buildDir, rendererFolder) });
  if (!entry) throw new Error(`${buildDir} has no renderer: run \`npm run build\``);
  const file = pathToFileURL(resolve(buildDir, rendererFolder, entry)).href;
  return ((await import(file)) as { openRenderer: Renderer }).openRenderer;
}

export type SitePublication = {
  /** The number of pages, and of pages that are new, changed or removed. */
  pages: number;
  changed: number;
  /** Problems of files that stay in their last good state. */
  refused: ContentProblem[];
  /** Other problems that the last publication did not have. */
  warnings: ContentProblem[];
};

export type SitePublisher = Awaited<ReturnType<typeof openSitePublisher>>;

type PublisherOptions = {
  /**
   * Whether writers, not readers, see its publications: they have drafts and entries of other days, and the last state
   * of each file that can be rendered, whatever other problems it has.
   */
  isForWriters?: boolean;
  texts?: TextProbe;
};

/**
 * Opens the publisher of a build. It publishes content without building code again.
 * @param given inputs of its publications, if they are not those of the last one
 */
export async function openSitePublisher(
  distDir: string,
  given?: PublicationInputs,
  { isForWriters = false, texts = createTextProbe() }: PublisherOptions = {},
) {
  const readManifest = createManifestReader(distDir);
  const inputs = given ?? readManifest();
  const { siteUrl, contactEmail, instituteFile } = inputs;
  const contentDir = resolve(inputs.contentDir);
  useOwnComponents(distDir);
  const { probe, problemOf } = texts;
  const openRenderer = await loadRenderer(distDir);
  const sourceStore = createSourceStore(join(distDir, sourcesFolder));
  const content = createSiteContent({
    contentDir,
    problemOf,
    routes: JSON.parse(await readFile(join(distDir, routesFile), 'utf8')) as string[],
    settings: { siteUrl, contactEmail },
    readPicture: async ({ hash, bytes }) => bytes ?? sourceStore.read(hash),
    instituteFile,
  });
  const instituteFiles = instituteFilesOf(inputs);
  const readFolder = createFolderReader(contentDir, instituteFiles);
  const prove = createProof(distDir);
  const last = createLastPublication({ distDir, readCurrent: readManifest, sourceStore });
  const pictures = createDeferredPictures({ content, readManifest, readSources: readPublished });

  async function readPublished(): Promise<Sources> {
    return (await last.read()).sources;
  }

  /** Probes only new texts: published texts are known to be readable. */
  const probeNew = (sources: Sources, published: Sources) =>
    probe([...sources.values()].filter((file) => published.get(file.path) !== file));

  const pathsOf = (problems: readonly ContentProblem[]) =>
    new Set(problems.map(({ file }) => content.pathOf(file)));

  type State = {
    sources: Sources;
    snapshot: string;
    first: ReadonlySet<string>;
    problems?: ContentProblem[];
    /** The result of the check of these sources, if there was one. */
    checked?: CheckedContent;
  };

  async function publishState(state: State, now: Date): Promise<SitePublication> {
    const { sources, snapshot, first, problems, checked = content.check(sources, now) } = state;
    const previous = readManifest();
    const createStore = hasOnlyCode(previous) ? createBuildStore : createContentStore;
    const institute = content.institute(sources);
    const report = makeContentReport(
      { ...checked, problems: problems ?? (await readProblems(distDir, previous)) },
      dayIn(institute.timeZone, now),
    );
    const fileOf = (address: string) => {
      const files = [...sources.values()];
      return files.find((file) => content.addressOf(file)?.replace(/#.*$/, '') === address)?.path;
    };
    const published = publishChanges(previous, {
      outDir: distDir,
      siteUrl,
      contactEmail,
      contentDir: inputs.contentDir,
      instituteFile,
      institute,
      now,
      store: createStore(distDir),
      first,
      report,
      snapshot,
      site: openRenderer(content.view(sources, now, isForWriters ? new Set(sources.keys()) : undefined)),
      publicFiles: content.publicFiles(sources).map(({ address, file }) => ({
        path: address,
        isSame: last.has(file),
        read: () => sourceStore.read(file.hash),
      })),
      redirects: checked.redirects,
      fonts: { cache: fontsCache, address: fontsAddress },
      linkPictures: (pages) => pictures.readDrawn(pages, institute),
      prove,
    });
    const { manifest, changed, failed } = await published.catch((error: unknown) => {
      throw nameFile(error, fileOf);
    });
    last.set({ snapshot, sources });
    await last.removeUnused();
    const refused = failed.map((address) => toProblem(fileOf(address) ?? address));
    return { pages: countPages(manifest), changed, refused, warnings: [] };
  }

  return {
    contentDir,
    siteUrl,
    readManifest,
    readFolder,

    /** Publishes the content folder. A file with errors stays in its last good state. */
    async publishFolder(now = new Date()): Promise<SitePublication> {
      const manifest = readManifest();
      // Content from another folder has no last good state, as in a build: only files that cannot be rendered are left
      // out.
      const isSame = hasSameSources(manifest, inputs);
      const isRefused = isSame && !isForWriters ? isRefusal : isFatal;
      const published = isSame ? await readPublished() : (new Map() as Sources);
      const previousAddresses = isSame ? listAddresses(manifest) : [];
      const { sources: found, placeOf } = await readFolder();
      // A release without the institute's folder publishes its copy.
      const withFacts = existsSync(instituteFile) ? found : await last.addInstitute(found);
      const read = keepSame(withFacts, published);
      await probeNew(read, published);
      const checked = content.check(read, now, { previousAddresses, published });
      const { problems } = checked;
      const refused = problems.filter(isRefused);
      const sources = withoutRefused(read, { last: published, refused: pathsOf(refused) });
      const snapshot = await sourceStore.saveSnapshot(sources, placeOf);
      const first = new Set(
        (hasInputs(manifest, inputs) ? [...sources.values()] : []).flatMap((file) => {
          const address = published.get(file.path) === file ? undefined : content.addressOf(file);
          return address?.replace(/#.*$/, '') ?? [];
        }),
      );
      const others = problems.filter((problem) => !isRefused(problem));
      const warnings = withoutKnown(others, await readProblems(distDir, manifest));
      const state = { sources, snapshot, first, problems, ...(refused.length === 0 && { checked }) };
      const outcome = await publishState(state, now);
      return { ...outcome, refused: [...refused, ...outcome.refused], warnings };
    },

    /** Publishes the content of the last publication again, as of `now`. */
    async publishSnapshot(now = new Date()): Promise<SitePublication> {
      const state = { ...(await last.read()), first: new Set<string>() };
      return publishState(state, now);
    },

    /** The next moment at which a page changes without an edit. */
    nextChange: async (now = new Date()) => content.nextChange(await readPublished(), now),

    hasPicturesToMake: pictures.hasAny,

    /** Makes the pictures that publications deferred. @returns whether there were any */
    makePictures: pictures.make,

    /** What renders drafts on top of the content of the next publication. */
    drafting: {
      readSources: createLatestSources({
        readFolder: createFolderReader(contentDir, instituteFiles),
        contentDir,
        readPublished,
        async listRefused(sources, published) {
          await probeNew(sources, published);
          return pathsOf(content.check(sources, new Date(), { published }).problems.filter(isRefusal));
        },
      }),
      content,
      openRenderer,
      siteUrl,
      probe,
    },

    /** The published text of a file; undefined if it is not published. @param path in the content folder */
    readSource: async (path: string) => (await readPublished()).get(path)?.text,
  };
}

function countPages({ pages }: Manifest): number {
  return pages.filter(({ status }) => status === 200).length;
}
