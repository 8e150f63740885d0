import { isAbsolute, relative, resolve, sep } from 'node:path';
import { givenContentDir, processEnvironment, readBuildSettings } from '#app/env.ts';
import type { Manifest } from '#lib/content/manifest.ts';
import { isLoopback } from '#lib/http/loopback.ts';

/** What a publication is made from, beside the time and the facts of the institute. */
export type PublicationInputs = Pick<Manifest, 'siteUrl' | 'contactEmail' | 'contentDir'>;

/**
 * The inputs that the settings give. What they leave open stays as it was published, except for an address on this
 * machine, which follows PORT.
 * @throws ConfigError
 */
export function readInputs(
  published: PublicationInputs,
  environment: NodeJS.ProcessEnv = processEnvironment(),
): PublicationInputs {
  const { SITE_URL: siteUrl, CONTACT_EMAIL: contactEmail } = readBuildSettings(environment);
  const isGiven = Boolean(environment['SITE_URL']?.trim()) || isLocal(published.siteUrl);
  const contentDir = givenContentDir(environment);
  return {
    siteUrl: isGiven ? siteUrl : published.siteUrl,
    contactEmail: contactEmail ?? published.contactEmail,
    contentDir: contentDir ? toProjectPath(resolve(contentDir)) : published.contentDir,
  };
}

export function hasInputs(published: PublicationInputs, wanted: PublicationInputs): boolean {
  const { siteUrl, contactEmail } = published;
  return (
    siteUrl === wanted.siteUrl && contactEmail === wanted.contactEmail && hasSameContent(published, wanted)
  );
}

/** Whether two publications take their content from the same folder. */
export function hasSameContent(one: PublicationInputs, other: PublicationInputs): boolean {
  return resolve(one.contentDir) === resolve(other.contentDir);
}

/** A folder inside the project is named relative to it, so that the project can be moved. */
export function toProjectPath(folder: string): string {
  const path = relative(process.cwd(), folder).split(sep).join('/');
  return path.startsWith('..') || isAbsolute(path) ? folder : path;
}

function isLocal(siteUrl: string): boolean {
  return isLoopback(URL.parse(siteUrl)?.hostname ?? '');
}
