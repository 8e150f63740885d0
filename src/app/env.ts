import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contentFolder, instituteFileName } from '#lib/content/checking/institute-file.ts';
import { installInstitute, institute } from '#lib/content/current-institute.ts';
import { messageOf } from '#lib/base/message-of.ts';
import { buildSettings, ConfigError, parseConfig, settingNames, type Settings } from './config.ts';
import { findEnvProblems, parseEnvText } from './env-file.ts';
import { currentExport } from '#lib/repository/export-content.ts';
import { splitAddress } from '#lib/repository/repository-address.ts';
import { contentSettings, exportedContent } from './content-settings.ts';
import { describeUnknownSettings } from './unknown-settings.ts';
import { currentView, type SiteSettings } from '#app/content-view/content-view.ts';

export type Config = Settings;

const sampleFolder = 'src';
const envFile = '.env';

let isEnvFileRead = false;

installInstitute(instituteFolder);

/**
 * Reads the settings from the environment and `.env`; the environment takes precedence.
 * @throws ConfigError
 */
export function readConfig(environment: NodeJS.ProcessEnv = processEnvironment()): Config {
  try {
    return parseConfig(environment);
  } catch (error) {
    // A missing setting may have a mistyped name.
    const unknown = error instanceof ConfigError ? findUnknownSettings(environment) : [];
    if (unknown.length === 0) throw error;
    throw new ConfigError([messageOf(error), ...unknown.map((problem) => `  ${problem}`)].join('\n'));
  }
}

/** Returns the settings that pages show. Those of the content view take precedence. @throws ConfigError */
export function readSiteConfig(): SiteSettings {
  const built = currentView()?.settings;
  if (built) return built;
  const { SITE_URL: siteUrl, CONTACT_EMAIL: contactEmail } = readBuildSettings();
  return { siteUrl, contactEmail: contactEmail ?? institute().email };
}

/** Settings that a build may see, and PORT, which sets the address of a site without SITE_URL. @throws ConfigError */
export function readBuildSettings(environment: NodeJS.ProcessEnv = processEnvironment()): Settings {
  const given = Object.fromEntries(['PORT', ...buildSettings].map((name) => [name, environment[name]]));
  return parseConfig({ ...given, CONTENT_DIR: givenContentDir(environment) });
}

/** The content folder from the settings: CONTENT_DIR, the current export of CONTENT_REPO, or that of INSTITUTE_DIR. */
export function givenContentDir(environment: NodeJS.ProcessEnv): string | undefined {
  if (environment['CONTENT_DIR']) return environment['CONTENT_DIR'];
  const folder = givenInstituteDir(environment);
  const exported = currentExportOf(environment);
  return exported && exported !== folder ? exported : folder && join(folder, contentFolder);
}

/** The institute's folder from the settings: the current export of CONTENT_REPO, if it has one, or INSTITUTE_DIR. */
export function givenInstituteDir(environment: NodeJS.ProcessEnv): string | undefined {
  const exported = currentExportOf(environment);
  const isWhole =
    exported !== undefined &&
    [instituteFileName, contentFolder].every((name) => existsSync(join(exported, name)));
  return isWhole ? exported : environment['INSTITUTE_DIR'] || undefined;
}

function currentExportOf({ CONTENT_REPO, DATA_DIR }: NodeJS.ProcessEnv): string | undefined {
  return CONTENT_REPO?.trim() ? join(exportedContent(DATA_DIR || undefined), currentExport) : undefined;
}

/** Reads the settings of the content's repository. @throws ConfigError */
export function readRepositoryConfig(
  environment: NodeJS.ProcessEnv = processEnvironment(),
): RepositoryConfig {
  const names = [...Object.keys(contentSettings), 'CONTENT_DIR', 'DATA_DIR'];
  return parseConfig(Object.fromEntries(names.map((name) => [name, environment[name]])));
}

/** Reads the settings that say where the data of a site is, so that others may be invalid. @throws ConfigError */
export function readDataConfig(environment: NodeJS.ProcessEnv = processEnvironment()): DataConfig {
  const names = [...Object.keys(contentSettings), 'DATA_DIR', 'DATABASE_URL'];
  return parseConfig(Object.fromEntries(names.map((name) => [name, environment[name]])));
}

export type DataConfig = RepositoryConfig & Pick<Settings, 'DATABASE_URL' | 'DESK'>;

export type RepositoryConfig = Pick<
  Settings,
  'CONTENT_REPO' | 'CONTENT_BRANCH' | 'CONTENT_PATH' | 'DATA_DIR'
>;

/** The variables of this process, with those of `.env`. */
export function processEnvironment(): NodeJS.ProcessEnv {
  readEnvFile();
  return process.env;
}

/** Describes lines of `.env` that are ignored, and variables that look like settings and are none. */
export function findUnknownSettings(environment: NodeJS.ProcessEnv = processEnvironment()): string[] {
  const text = existsSync(envFile) ? readFileSync(envFile, 'utf8') : '';
  const inFile = Object.keys(parseEnvText(text));
  const unknown = describeUnknownSettings({ inFile, inEnvironment: Object.keys(environment) });
  return [...findEnvProblems(text), ...unknown];
}

/** The folder of the institute: `institute.yaml`, the content, and files for the public. */
export function instituteFolder(environment: NodeJS.ProcessEnv = processEnvironment()): string {
  return givenInstituteDir(environment) ?? sampleFolder;
}

/** The file with the facts of the institute. */
export function instituteFile(): string {
  return join(instituteFolder(), instituteFileName);
}

/** The folder of the institute's files for the public. The sample's is beside `src`. */
export function publicFolder(folder = instituteFolder()): string {
  return resolve(folder) === resolve(sampleFolder) ? 'public' : join(folder, 'public');
}

/** Reads only the settings that a build may see. @throws ConfigError, also if CONTENT_DIR is not a folder */
export function readBuildConfig(): { siteUrl: string; contentDir: string; contactEmail: string } {
  const contentDir = resolve(readBuildSettings().CONTENT_DIR);
  if (!existsSync(contentDir) || !statSync(contentDir).isDirectory()) {
    throw new ConfigError('Invalid settings:\n  CONTENT_DIR needs an existing folder');
  }
  return { ...readSiteConfig(), contentDir };
}

/** Names that Astro takes from the environment as its own constants: `DEV=1` would publish drafts. */
const astroConstants = ['DEV', 'PROD', 'MODE', 'SSR', 'SITE', 'BASE_URL', 'ASSETS_PREFIX'];

/** Returns the environment for a build, without settings and credentials that a build must not see. */
export function buildEnvironment(environment: NodeJS.ProcessEnv = processEnvironment()): NodeJS.ProcessEnv {
  const hidden = new Set<string>([...settingNames, ...astroConstants]);
  // DATA_DIR has the export of CONTENT_REPO.
  for (const name of [...buildSettings, 'DATA_DIR']) hidden.delete(name);
  const seen = Object.entries(environment).filter(([name]) => !hidden.has(name) && !name.startsWith('AUTH_'));
  const contentDir = givenContentDir(environment);
  const repository = environment['CONTENT_REPO'];
  return {
    ...Object.fromEntries(seen),
    ...(repository && { CONTENT_REPO: splitAddress(repository.trim()).address }),
    ...(contentDir && { CONTENT_DIR: contentDir }),
    NODE_ENV: 'production',
  };
}

/**
 * Stops a build that was started with secrets in its environment: Vite would write values that Auth.js reads into the
 * bundle.
 * @throws ConfigError with the names of the settings
 */
export function refuseSecretsInBuild(): void {
  const found = Object.keys(process.env).filter((name) => name.startsWith('AUTH_'));
  if (found.length === 0) return;
  throw new ConfigError(`a build must not see ${found.join(', ')}: use npm run build, which hides them`);
}

function readEnvFile() {
  if (isEnvFileRead || !existsSync(envFile)) return;
  for (const [name, value] of Object.entries(parseEnvText(readFileSync(envFile, 'utf8')))) {
    process.env[name] ??= value;
  }
  isEnvFileRead = true;
}
