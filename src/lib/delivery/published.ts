import { resolve } from 'node:path';
import type { Manifest } from '#lib/content/manifest.ts';
import { percentEncodePath } from './addresses.ts';
import { createBodyStore, type BodyStore, type BodyStoreOptions } from './bodies.ts';
import { createPublishedHeaders, type PolicyExceptions } from './published-headers.ts';
import { readManifest } from './read-manifest.ts';
import { prepareFile, preparePage, type PreparedAddress } from './prepared-address.ts';

const mebibyte = 1024 * 1024;

type OpenOptions = Partial<BodyStoreOptions> & {
  /** `Link` header values of every page in either variant, in addition to those about the page itself. */
  pageLinks?: readonly string[];
  /** The `Link` header values of files, by address. */
  fileLinks?: ReadonlyMap<string, string>;
  /** Exceptions from the Content-Security-Policy of pages, by address. */
  exceptions?: PolicyExceptions;
};

/** Everything that is served without Astro. */
export type Published = {
  readonly manifest: Manifest;
  /** By address, as in a request line. */
  readonly addresses: ReadonlyMap<string, PreparedAddress>;
  /** New addresses by former address, both as in a request line. */
  readonly redirects: ReadonlyMap<string, string>;
  /** The 404 page. */
  readonly missing: PreparedAddress;
  /** The 500 page, if the build has one. */
  readonly failed: PreparedAddress | undefined;
  readonly bodies: BodyStore;
};

/**
 * Opens a build. Checks that every file of the manifest exists with the right size, and loads files up to
 * `memoryBudget` (96 MiB). The others are read on request.
 * @throws Error of one line that suggests a new build
 */
export function openPublished(distDir: string, options: OpenOptions = {}): Published {
  try {
    return openManifest(resolve(distDir), options);
  } catch (cause) {
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    throw new Error(`The build in ${distDir} cannot be served (${reason}): run \`npm run build\``, { cause });
  }
}

function openManifest(distDir: string, options: OpenOptions): Published {
  const {
    memoryBudget = 96 * mebibyte,
    cacheBudget = 32 * mebibyte,
    pageLinks = [],
    fileLinks = new Map<string, string>(),
    exceptions,
  } = options;
  const manifest = readManifest(distDir);
  const security = createPublishedHeaders(manifest, exceptions);
  const addresses = new Map<string, PreparedAddress>();
  const add = (path: string, address: PreparedAddress) => {
    if (addresses.has(percentEncodePath(path))) throw new Error(`manifest.json has ${path} twice`);
    addresses.set(percentEncodePath(path), address);
  };
  let missing: PreparedAddress | undefined;
  let failed: PreparedAddress | undefined;
  for (const page of manifest.pages) {
    const { own, twin } = preparePage(page, { distDir, pageLinks, security });
    if (own.status === 500) {
      failed = own;
      continue;
    }
    // The middleware sends the page for 429.
    if (own.status === 429) continue;
    add(page.path, own);
    add(page.markdownPath, twin);
    if (own.status === 404) missing = own;
  }
  for (const file of manifest.files)
    add(file.path, prepareFile(file, { distDir, link: fileLinks.get(file.path), security }));
  if (missing === undefined) throw new Error('manifest.json has no page of status 404');
  const bodies = createBodyStore({ memoryBudget, cacheBudget });
  preloadAll([...addresses.values(), ...(failed ? [failed] : [])], bodies);
  return { manifest, addresses, redirects: readRedirects(manifest), missing, failed, bodies };
}

function readRedirects({ pages, redirects }: Manifest): Map<string, string> {
  const twins = new Map(pages.map(({ path, markdownPath }) => [path, markdownPath]));
  return new Map(
    redirects.flatMap(({ from, to }) => {
      const twin = twins.get(to);
      if (twin === undefined) throw new Error(`manifest.json redirects ${from} to the unknown page ${to}`);
      return [
        [percentEncodePath(from), percentEncodePath(to)],
        [percentEncodePath(`${from}.md`), percentEncodePath(twin)],
      ] as const;
    }),
  );
}

/** Loads compressed files first: most clients accept them, and more of them fit. */
function preloadAll(prepared: Iterable<PreparedAddress>, bodies: BodyStore): void {
  const addresses = [...prepared];
  for (const coding of ['br', 'gzip', 'identity'] as const) {
    for (const { html, markdown } of addresses) {
      bodies.preload(html[coding].stored);
      bodies.preload(markdown[coding].stored);
    }
  }
}
