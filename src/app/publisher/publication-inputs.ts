import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import {
  givenContentDir,
  givenInstituteDir,
  processEnvironment,
  publicFolder,
  readBuildSettings,
} from '#app/env.ts';
import { instituteFileName } from '#lib/content/checking/institute-file.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { isLoopback } from '#lib/http/loopback.ts';
import type { InstituteFiles } from '#lib/publishing/activation/sources.ts';

/** The inputs of a publication that come from settings. */
export type PublicationInputs = Pick<Manifest, 'siteUrl' | 'contactEmail' | 'contentDir' | 'instituteFile'>;

type Options = {
  /** A server has a port, even without PORT. */
  isServer?: boolean;
  /** Whether inputs that are not set return to their defaults, instead of staying as they were published. */
  usesDefaults?: boolean;
};

/**
 * Reads the inputs from the settings. Inputs that are not set stay as they were published. A local address follows PORT
 * or, when a server starts without PORT, the default port.
 * @throws ConfigError
 */
export function readInputs(
  published: PublicationInputs,
  environment: NodeJS.ProcessEnv = processEnvironment(),
  { isServer = false, usesDefaults = false }: Options = {},
): PublicationInputs {
  const settings = readBuildSettings(environment);
  const hasPort = isServer || Boolean(environment['PORT']?.trim());
  const changes = isLocal(published.siteUrl) ? hasPort : usesDefaults;
  const isGiven = Boolean(environment['SITE_URL']?.trim());
  const contentDir = givenContentDir(environment) ?? (usesDefaults ? settings.CONTENT_DIR : undefined);
  const folder = givenInstituteDir(environment) ?? (usesDefaults ? settings.INSTITUTE_DIR : undefined);
  return {
    siteUrl: isGiven || changes ? settings.SITE_URL : published.siteUrl,
    contactEmail: settings.CONTACT_EMAIL ?? (usesDefaults ? null : published.contactEmail),
    contentDir: contentDir ? toProjectPath(resolve(contentDir)) : published.contentDir,
    instituteFile: folder ? toProjectPath(resolve(folder, instituteFileName)) : published.instituteFile,
  };
}

export function hasInputs(published: PublicationInputs, wanted: PublicationInputs): boolean {
  const { siteUrl, contactEmail } = published;
  return (
    siteUrl === wanted.siteUrl && contactEmail === wanted.contactEmail && hasSameSources(published, wanted)
  );
}

/** Whether two publications take their content and their institute from the same folders. */
export function hasSameSources(one: PublicationInputs, other: PublicationInputs): boolean {
  return (
    resolve(one.contentDir) === resolve(other.contentDir) &&
    resolve(one.instituteFile) === resolve(other.instituteFile)
  );
}

/** The files of the institute that a publication reads. */
export function instituteFilesOf({ instituteFile }: PublicationInputs): InstituteFiles {
  return { factsFile: instituteFile, publicFolder: publicFolder(dirname(instituteFile)) };
}

/** A folder inside the project is named relative to it, so that the project can be moved. */
function toProjectPath(folder: string): string {
  const path = relative(process.cwd(), folder).split(sep).join('/');
  return path.startsWith('..') || isAbsolute(path) ? folder : path;
}

function isLocal(siteUrl: string): boolean {
  return isLoopback(URL.parse(siteUrl)?.hostname ?? '');
}
