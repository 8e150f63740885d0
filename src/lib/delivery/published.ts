import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { percentEncodePath } from './request-path.ts';
import { checkSize, createBodyStore, type Body, type BodyStore, type BodyStoreOptions } from './bodies.ts';
import { prepareAll, TakenTwiceError, type Prepared } from './prepare-addresses.ts';
import type { PreparedAddress } from './prepared-address.ts';
import { createPublishedHeaders, type PolicyExceptions, type PublishedHeaders } from './published-headers.ts';
import { readManifest } from './read-manifest.ts';
import { runAtOnce, runInSlices } from '#lib/base/run-in-slices.ts';
import { messageOf } from '#lib/base/message-of.ts';

type OpenOptions = BodyStoreOptions & {
  /** `Link` header values of every page in either variant, in addition to those about the page itself. */
  pageLinks?: readonly string[];
  /** The `Link` header values of files, by address. */
  fileLinks?: ReadonlyMap<string, string>;
  /** Exceptions from the Content-Security-Policy of pages, by address. */
  exceptions?: PolicyExceptions;
};

/** The part of a publication that is served without Astro. */
export type Published = {
  readonly manifest: Manifest;
  /** Prepared responses by address, as in a request line. */
  readonly addresses: ReadonlyMap<string, PreparedAddress>;
  /** New addresses by former address, both as in a request line. */
  readonly redirects: ReadonlyMap<string, string>;
  readonly missing: PreparedAddress;
  /** The 500 page, if the build has one. */
  readonly failed: PreparedAddress | undefined;
  /** Shared by all publications of a server. */
  readonly bodies: BodyStore;
  /** For the next publication. */
  readonly source: { distDir: string; options: OpenOptions; prepared: Prepared; security: PublishedHeaders };
};

/**
 * Opens a build. Checks that every file of the manifest exists with the right size. Files are read on request.
 * @param known a manifest to use in place of the one that servers follow
 * @throws Error with a one-line message that suggests a new build
 */
export function openPublished(folder: string, options: OpenOptions = {}, known?: Manifest): Published {
  const distDir = resolve(folder);
  try {
    const manifest = known ?? readManifest(distDir);
    const security = createPublishedHeaders(manifest, options.exceptions);
    const prepared = runAtOnce(
      prepareAll({ distDir, ...toPrepare(manifest), security, ...linksOf(options) }),
    );
    const published = arrange(manifest, { distDir, options, prepared, security }, createBodyStore(options));
    for (const body of bodiesOf(published)) checkSize(body, statSync(body.file).size);
    return published;
  } catch (cause) {
    const [reason] = messageOf(cause).split('\n');
    throw new Error(`The build in ${distDir} cannot be served (${reason}): run \`npm run build\``, { cause });
  }
}

/**
 * Opens a later publication of the same build, in slices: the server handles requests in the meantime, from the
 * previous publication. Checks only files that the previous publication lacks, and reuses its prepared responses.
 * @throws Error if the manifest or a file is not usable
 */
export async function openNextPublished(previous: Published, manifest: Manifest): Promise<Published> {
  const { distDir, options, prepared: known, security: knownHeaders } = previous.source;
  const security = createPublishedHeaders(manifest, options.exceptions, knownHeaders.byPolicy);
  const prepared = await runInSlices(
    prepareAll({ distDir, ...toPrepare(manifest), security, ...linksOf(options), previous: known }),
  );
  const source = { distDir, options, prepared, security };
  const published = arrange(manifest, source, previous.bodies);
  const checked = bodiesOf(previous);
  for (const body of bodiesOf(published)) {
    if (!checked.has(body)) checkSize(body, (await stat(body.file)).size);
  }
  return published;
}

/**
 * What this server has not served before counts as changed by this publication. So a date is never too early, and a
 * restart makes it later.
 */
function toPrepare(manifest: Manifest) {
  return { manifest, modifiedAt: Date.parse(manifest.publishedAt) };
}

function linksOf({ pageLinks = [], fileLinks = new Map<string, string>() }: OpenOptions) {
  return { pageLinks, fileLinks };
}

/** Arranges the prepared responses by address. */
function arrange(manifest: Manifest, source: Published['source'], bodies: BodyStore): Published {
  const addresses = new Map<string, PreparedAddress>();
  const add = (path: string, address: PreparedAddress) => {
    if (addresses.has(path)) throw new TakenTwiceError(path);
    addresses.set(path, address);
  };
  let missing: PreparedAddress | undefined;
  let failed: PreparedAddress | undefined;
  for (const { own, twin, path, twinPath } of source.prepared.pages.values()) {
    if (own.status === 500) {
      failed = own;
      continue;
    }
    // The middleware sends the page for 429.
    if (own.status === 429) continue;
    add(path, own);
    add(twinPath, twin);
    if (own.status === 404) missing = own;
  }
  for (const { path, address } of source.prepared.files.values()) add(path, address);
  if (missing === undefined) throw new Error('manifest.json has no page of status 404');
  return { manifest, addresses, redirects: readRedirects(manifest), missing, failed, bodies, source };
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

function bodiesOf({ addresses, failed }: Published): Set<Body> {
  const all = [...addresses.values(), ...(failed ? [failed] : [])];
  return new Set(
    all.flatMap(({ html, markdown }) =>
      [html, markdown].flatMap((forms) => Object.values(forms).map(({ stored }) => stored)),
    ),
  );
}
