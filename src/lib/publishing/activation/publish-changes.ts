import { onDemandCollections } from '#lib/content/collections.ts';
import type { Manifest, PublishedFile, PublishedPage } from '#lib/build-format/manifest.ts';
import type { ContentReport } from '#lib/content/report-file.ts';
import type { InlineCode } from '#lib/http/content-policy.ts';
import { storeServerFile } from './body-store.ts';
import { dropOldBrowserIndex, storeIndexFiles } from '#lib/publishing/search/browser-index.ts';
import { listFiles, sortFiles, storeFile, storeNamedFiles, type FileOptions } from './changed-files.ts';
import { hasOnlyCode } from '#lib/publishing/code-manifest.ts';
import {
  hashOf,
  joinCode,
  keepKnownCode,
  listInlineCode,
  toOnDemandCode,
  withoutStyle,
} from '#lib/publishing/inline-code.ts';
import { preparePage, type PreparedPage } from '#lib/publishing/prepare-page.ts';
import { activateManifest, type ProveManifest } from '#lib/publishing/activate-manifest.ts';
import { addressOf, type RenderedPath, type RenderedSite } from '#lib/publishing/rendered-site.ts';
import { etagOf } from './representations.ts';
import { updateSearch } from '#lib/publishing/search/search-updates.ts';
import type { SearchedPage } from '#lib/publishing/search/searched-page.ts';

export type ChangeOptions = FileOptions & {
  /** For the manifest. */
  contactEmail: string | null;
  contentDir: string;
  instituteFile: string;
  now: Date;
  site: RenderedSite;
  /** Addresses of changed entries, whose pages are published first. */
  first: ReadonlySet<string>;
  redirects: Manifest['redirects'];
  report: ContentReport;
  /** The hash of the snapshot that the site is rendered from. */
  snapshot: string;
  prove: ProveManifest;
};

type Page = { record: Omit<PublishedPage, 'inlineCode'>; code: InlineCode };

/** The pages and files that a publication has made so far. */
type State = {
  pages: Map<string, Page>;
  files: Map<string, PublishedFile>;
  changed: Map<string, SearchedPage>;
  /** File names of the pictures that pages show. */
  pictures: Set<string>;
  fonts: readonly string[];
  /** The inline code that pages may contain: the build's code and the institute's style sheet. */
  knownCode: InlineCode;
  failed: string[];
};

/**
 * Publishes a state of the content into a build: renders all pages and stores the changed ones. Publishes in three
 * steps, and replaces the manifest after each: the pages of changed entries, then all pages and files, then the search.
 * The first publication of a build has only the last step, since nothing is served before.
 * @returns the manifest, the number of new, changed or removed pages, and the addresses of pages that could not be
 * rendered and keep their previous state
 */
export async function publishChanges(
  previous: Manifest,
  options: ChangeOptions,
): Promise<{ manifest: Manifest; changed: number; failed: string[] }> {
  const { outDir, site, first, prove } = options;
  const isFirstOfBuild = hasOnlyCode(previous);
  const theme = await site.theme();
  const { scripts, styles } = previous.knownCode;
  const state: State = {
    pages: new Map(),
    files: new Map(),
    changed: new Map(),
    pictures: new Set(),
    fonts: theme.fonts,
    knownCode: { scripts, styles: [...styles, hashOf(theme.css)] },
    failed: [],
  };
  const known = new Map(previous.pages.map((page) => [page.path, toPage(page, previous)]));
  const paths = await site.paths();
  const isFirst = (path: RenderedPath) => first.has(addressOf(path));

  for (const path of paths.filter(isFirst)) await renderPath(path, { state, known, previous, options });
  if (state.changed.size > 0) {
    const pages = new Map([...known, ...state.pages]);
    const stored = await storeNamedFiles(state, { previous, options });
    const files = sortFiles([...previous.files, ...stored]);
    const manifest = assemble(previous, { pages, files, options });
    // Writers see a page together with its problems.
    manifest.serverFiles = { ...previous.serverFiles, contentReport: await storeReport(options) };
    await activateManifest(outDir, manifest, prove);
  }

  for (const path of paths) if (!isFirst(path)) await renderPath(path, { state, known, previous, options });
  const keyOf = ({ record }: Page) => record.markdownPath;
  state.pages = new Map([...state.pages].sort(([, a], [, b]) => (keyOf(a) < keyOf(b) ? -1 : 1)));
  const { pages } = state;
  const rendered = {
    ...state,
    pages: [...pages.values()].map(({ record }) => ({ ...record, inlineCode: 0 })),
    files: state.files.values(),
  };
  const all = assemble(previous, { pages, files: await listFiles(rendered, { previous, options }), options });
  all.redirects = filterRedirects(options.redirects, all.pages);
  all.siteUrl = options.siteUrl;
  all.contactEmail = options.contactEmail;
  all.contentDir = options.contentDir;
  all.instituteFile = options.instituteFile;
  all.serverFiles = { ...previous.serverFiles, ...(await storeServerFiles(options)) };
  if (isFirstOfBuild) Object.assign(all, trustCode(all, theme.css));
  else await activateManifest(outDir, all, prove);

  const removed = previous.pages.filter(({ path }) => !state.pages.has(path)).length;
  const manifest = { ...all, isComplete: true };
  if (state.changed.size > 0 || removed > 0 || !previous.isComplete) {
    const { indexFiles, ...search } = await updateSearch({
      outDir,
      previous,
      known: state.changed,
      pages: all.pages.filter(({ status }) => status === 200),
    });
    manifest.serverFiles = { ...all.serverFiles, ...search };
    // Pagefind has just read all pages, so browsers get this index.
    if (isFirstOfBuild)
      manifest.files = sortFiles([...all.files, ...(await storeIndexFiles(indexFiles, options.store))]);
  }
  await activateManifest(outDir, manifest, prove);
  return { manifest, changed: state.changed.size + removed, failed: state.failed };
}

/** Keeps redirects whose target is a page and whose own address is not one. */
export function filterRedirects(
  redirects: Manifest['redirects'],
  pages: readonly PublishedPage[],
): Manifest['redirects'] {
  const paths = new Set(pages.map(({ path }) => path));
  return redirects.filter(({ from, to }) => paths.has(to) && !paths.has(from));
}

/** Returns the code that later publications may contain: that of the build and of its first pages, without their theme. */
function trustCode({ onDemandCode, knownCode, inlineCode }: Manifest, css: string) {
  return {
    onDemandCode: withoutStyle(toOnDemandCode(onDemandCode, inlineCode), css),
    knownCode: withoutStyle(joinCode([knownCode, ...inlineCode]), css),
  };
}

type Rest = {
  state: State;
  known: ReadonlyMap<string, Page>;
  previous: Manifest;
  options: ChangeOptions;
};

/** Renders a page or file, and stores it if it changed. */
async function renderPath(path: RenderedPath, { state, known, previous, options }: Rest): Promise<void> {
  const { site, siteUrl, store } = options;
  const address = addressOf(path);
  const response = await site.renderPath(path, siteUrl);
  const body = Buffer.from(await response.arrayBuffer());
  if (path.route.type !== 'page') {
    const last = previous.files.find((file) => file.path === address);
    const file = response.ok ? await storeFile(address, body, { previous, store }) : last;
    if (file) state.files.set(address, file);
    if (!response.ok) state.failed.push(address);
    return;
  }
  const errorStatus = { '/404': 404, '/500': 500, '/429': 429 }[address];
  const last = known.get(address);
  if (response.status !== (errorStatus ?? 200) && response.status !== 200) {
    if (last) state.pages.set(address, last);
    state.failed.push(address);
    return;
  }
  for (const [, name = ''] of body.toString('latin1').matchAll(pictureNames)) state.pictures.add(name);
  // A twin contains the site's address even if its page does not.
  if (previous.siteUrl === siteUrl && last?.record.html.etag === etagOf(body)) {
    state.pages.set(address, last);
    return;
  }
  const prepared = await preparePage({ path: address, html: body }, { siteUrl, store });
  state.pages.set(address, {
    record: prepared.page,
    code: hasOnlyCode(previous) ? prepared.inlineCode : keepKnownCode(prepared.inlineCode, state.knownCode),
  });
  if (prepared.page.status === 200) state.changed.set(address, toSearched(prepared));
}

const pictureNames = /\/_astro\/([\w.-]+\.(?:avif|webp|jpeg|png|svg|gif))\b/g;

function toSearched({ indexed, passages }: PreparedPage): SearchedPage {
  return { indexed, passages };
}

function toPage({ inlineCode, ...record }: PublishedPage, { inlineCode: codes }: Manifest): Page {
  return { record, code: codes[inlineCode] ?? { scripts: [], styles: [] } };
}

type Assembled = { pages: ReadonlyMap<string, Page>; files: PublishedFile[]; options: ChangeOptions };

/** Returns a manifest of these pages and files that is marked as incomplete, since its search is out of date. */
function assemble(previous: Manifest, { pages, files, options }: Assembled): Manifest {
  const listed = [...pages.values()];
  const code = listInlineCode(listed.map((page) => page.code));
  const manifest: Manifest = {
    ...previous,
    publishedAt: options.now.toISOString(),
    isComplete: false,
    pages: listed.map(({ record }, at) => ({ ...record, inlineCode: code.indexes[at] ?? 0 })),
    inlineCode: code.distinct,
    files,
  };
  return dropOldBrowserIndex(manifest, previous);
}

async function storeServerFiles(options: ChangeOptions) {
  const { outDir, snapshot } = options;
  return {
    entries: await storeServerFile(outDir, JSON.stringify(await readOnDemandContent(options)), '.json'),
    contentReport: await storeReport(options),
    snapshot,
  };
}

function storeReport({ outDir, report }: ChangeOptions): Promise<string> {
  return storeServerFile(outDir, JSON.stringify(report), '.json');
}

/**
 * Reads the content for pages rendered on demand and services: facts and theme of the institute, settings, and data of
 * entries without their texts.
 */
async function readOnDemandContent({ site, institute }: ChangeOptions) {
  const lists = onDemandCollections.map(async (name) => {
    const entries = await site.entries(name);
    return [name, entries.map(({ id, data, filePath }) => ({ id, data, filePath }))] as const;
  });
  return {
    entries: Object.fromEntries(await Promise.all(lists)),
    editorSettings: await site.editorSettings(),
    institute,
    theme: await site.theme(),
  };
}
