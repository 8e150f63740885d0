import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeContentRepository, type TestRepository } from './content-repository.ts';
import { createPublicationFolder, type PublicationFolder } from './publications.ts';
import { smallBuild } from './small-build.ts';
import { serveSite, type ServedSite, type Serving } from './served-site.ts';

const hookSecret = 'the-secret-of-the-webhook';

/** A site whose content is in a bare repository, with a publisher. */
export type RepositorySite = {
  readonly site: ServedSite;
  pushed: TestRepository;
  folder: PublicationFolder;
  /** Starts the server. Works again after a stop. */
  start(environment?: NodeJS.ProcessEnv): Promise<void>;
  /** Sends a webhook with a valid signature. */
  callHook(body?: string, headers?: Record<string, string>): Promise<Response>;
  text(path: string): Promise<string>;
  remove(): Promise<void>;
};

/**
 * With `isSmall`, the content is a few entries of the sample, which are published in a fraction of the time. With
 * `isWhole`, the repository has the facts of the institute too.
 */
export type RepositoryServing = Serving & { isSmall?: boolean; isWhole?: boolean };

export function signHook(body: string, secret = hookSecret): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

export async function serveRepository(
  environment: NodeJS.ProcessEnv = {},
  { isSmall = false, isWhole = false, ...serving }: RepositoryServing = {},
): Promise<RepositorySite> {
  const { distDir, contentDir } = isSmall
    ? await smallBuild()
    : { distDir: 'dist', contentDir: 'src/content' };
  const pushed = makeContentRepository({ from: contentDir, under: isWhole ? 'content' : '' });
  if (isWhole) pushed.push({ 'institute.yaml': readFileSync('src/institute.yaml', 'utf8') });
  const folder = createPublicationFolder(distDir);
  const { dataDir } = folder;
  const exported = join(dataDir, 'content/current');
  folder.publish({
    ...folder.original,
    contentDir: isWhole ? join(exported, 'content') : exported,
    ...(isWhole && { instituteFile: join(exported, 'institute.yaml') }),
  });
  let site: ServedSite | undefined;

  const served: RepositorySite = {
    get site() {
      if (!site) throw new Error('the server is not running');
      return site;
    },
    pushed,
    folder,
    async start(environment = {}) {
      const settings = {
        DATA_DIR: dataDir,
        PUBLISHER: 'on',
        CONTENT_REPO: pushed.origin,
        CONTENT_HOOK_SECRET: hookSecret,
        ...environment,
      };
      site = await serveSite(folder.distDir, settings, serving);
    },
    callHook: (body = '{}', headers = {}) =>
      fetch(`${served.site.origin}/api/content-hook`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Hub-Signature-256': signHook(body),
          ...headers,
        },
        body,
      }),
    text: async (path) => (await fetch(served.site.origin + path)).text(),
    async remove() {
      await site?.stop();
      folder.remove();
      pushed.remove();
    },
  };
  await served.start(environment);
  return served;
}
