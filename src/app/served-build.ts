import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { followManifest } from '#lib/delivery/follow-manifest.ts';
import { openNextPublished, type Published } from '#lib/delivery/published.ts';
import { readErrorPages, type ErrorPages } from '#lib/delivery/error-pages.ts';
import { warnOfExpiry } from '#lib/discovery/security-txt.ts';
import type { Log } from '#lib/log/log.ts';
import { openGood } from './open-good.ts';
import { openPublication, type Publication } from './publication.ts';

/** The data of one publication. A server replaces all of it at once, between two requests. */
type Served = {
  readonly published: Published;
  readonly errorPages: ErrorPages;
  readonly publication: Publication;
  /** Whether an earlier publication is served because the last one is damaged. */
  readonly isFallback: boolean;
};

/** The current publication of a build. */
export type ServedBuild = Served & {
  /** Switches to each later publication, then calls `onNext`. */
  follow(onNext: (publication: Publication) => void): Following;
};

type Following = {
  /** Whether the last publication is served. */
  isCurrent(): boolean;
  stop(): Promise<void>;
};

type Opening = { distDir: string; siteUrl: string; log: Log };

/** @throws Error of one line that says what to do */
export async function openServedBuild(opening: Opening): Promise<ServedBuild> {
  const { distDir, siteUrl, log } = opening;
  let current = await openFirst(opening);
  return {
    get published() {
      return current.published;
    },
    get errorPages() {
      return current.errorPages;
    },
    get publication() {
      return current.publication;
    },
    get isFallback() {
      return current.isFallback;
    },
    follow(onNext) {
      const { isCurrent, stop } = followManifest({
        distDir,
        async take(manifest) {
          requireSameSite(manifest, siteUrl);
          requireSameBuild(manifest, current.published.manifest);
          const published = await openNextPublished(current.published, manifest);
          current = await openRest(published, opening, current.publication);
          onNext(current.publication);
        },
        onError: (error) => log.error('a publication cannot be served yet', { name: 'publication', error }),
      });
      return { isCurrent: () => !current.isFallback && isCurrent(), stop };
    },
  };
}

async function openFirst(opening: Opening): Promise<Served> {
  const { distDir, siteUrl, log } = opening;
  const { published, refused } = await openGood(distDir);
  requireSameSite(published.manifest, siteUrl);
  if (refused) {
    const since = published.manifest.publishedAt;
    const message = `the last publication is damaged; serving the one of ${since}: publish the content again`;
    log.error(message, { name: 'publication', error: refused.reason });
  }
  return { ...(await openRest(published, opening)), isFallback: refused !== undefined };
}

async function openRest(published: Published, opening: Opening, previous?: Publication): Promise<Served> {
  const { distDir } = opening;
  const { manifest } = published;
  const [errorPages, publication] = await Promise.all([
    readErrorPages(distDir, manifest),
    openPublication(distDir, manifest, previous),
    warnOfExpiredContact(manifest, opening, previous),
  ]);
  return { published, errorPages, publication, isFallback: false };
}

function requireSameSite({ siteUrl: built }: Manifest, siteUrl: string): void {
  if (built === siteUrl) return;
  throw new Error(
    `The last publication is for ${built}, but SITE_URL is ${siteUrl}: set SITE_URL, and restart the server`,
  );
}

/** A running server cannot change its code. */
function requireSameBuild(next: Manifest, served: Manifest): void {
  if (next.builtAt !== served.builtAt) throw new Error('The folder has another build: restart the server');
}

const contactPath = '/.well-known/security.txt';

/** Warns once for each security.txt. */
async function warnOfExpiredContact(
  manifest: Manifest,
  { distDir, log }: Opening,
  previous: Publication | undefined,
): Promise<void> {
  const contact = manifest.files.find(({ path }) => path === contactPath);
  const known = previous?.manifest.files.find(({ path }) => path === contactPath);
  if (!contact || contact.etag === known?.etag) return;
  const warning = warnOfExpiry(await readFile(join(distDir, contact.file), 'utf8'));
  if (warning) log.warn(warning);
}
