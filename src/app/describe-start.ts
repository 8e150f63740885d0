import { dirname, relative, resolve } from 'node:path';
import { contentFolder } from '#lib/content/checking/institute-file.ts';
import type { Institute } from '#lib/content/institute-schema.ts';
import type { Config } from './env.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';

type Served = {
  manifest: Pick<Manifest, 'siteUrl' | 'contentDir' | 'instituteFile'>;
  institute: Pick<Institute, 'name'>;
};

/** Says which institute a server serves, from which folder and under which address. */
export function describeServed({ manifest, institute }: Served): string {
  const { siteUrl, contentDir, instituteFile } = manifest;
  const folder = resolve(dirname(instituteFile));
  const isInside = relative(folder, resolve(contentDir)) === contentFolder;
  const content = isInside ? '' : `, with the content of ${resolve(contentDir)}`;
  return `serving ${institute.name} from ${folder}${content}, with the address ${siteUrl}`;
}

/** Lists the features that no setting turns on, each with its settings and what that means. */
export function describeSwitchedOff(config: Partial<Config>): string[] {
  const forms = config.OIDC_ISSUER
    ? 'forms are stored and shown to staff, but'
    : 'forms are stored, but without staff pages nobody sees them, and';
  const desk =
    config.DESK === 'off'
      ? ([undefined, 'no desk (DESK): content is edited outside of this site'] as const)
      : ([config.CONTENT_REPO, 'no publishing on the desk (CONTENT_REPO): it is read-only'] as const);
  const features = [
    [config.SMTP_URL, `no mail (SMTP_URL, MAIL_FROM): ${forms} nobody gets an email or a newsletter`],
    [config.OIDC_ISSUER, 'no staff pages (OIDC_ISSUER): nobody can sign in'],
    desk,
    [
      config.GOOGLE_GENERATIVE_AI_API_KEY,
      'no chat (GOOGLE_GENERATIVE_AI_API_KEY): questions go to the search',
    ],
  ] as const;
  return features.filter(([setting]) => setting === undefined).map(([, text]) => text);
}

/** What a site of a few pages needs for its server, its publisher and the search index for browsers, and each page adds. */
const leastMemory = 400;
const memoryPerPage = 0.6;

/**
 * Says that this machine or container has too little memory to publish beside the server, where the kernel would end one of
 * them. The figures are measured: see “Capacity” in `docs/deploying.md`.
 * @param bytes the memory of the machine, or the limit of the container
 * @returns undefined if there is enough
 */
export function describeLittleMemory(pages: number, bytes: number): string | undefined {
  const has = Math.floor(bytes / 1e6);
  const needs = Math.ceil((leastMemory + memoryPerPage * pages) / 100) * 100;
  return has >= needs
    ? undefined
    : `this machine or container has ${has} MB of memory: ${pages} pages need about ${needs} MB while they are published. Give it more, or set PUBLISHER=off and publish on another machine`;
}
