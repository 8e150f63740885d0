import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { site } from '#site';
import { buildSettings, ConfigError, parseConfig, settingNames, type Settings } from './config.ts';

/** The settings with what `site.ts` adds to them. */
export type Config = Settings & { contactEmail: string };

let isEnvFileRead = false;

/**
 * The one reader of the environment and of `.env`, whose values give way to the environment's.
 * @throws ConfigError
 */
export function readConfig(): Config {
  readEnvFile();
  const settings = parseConfig(process.env);
  return { ...settings, contactEmail: settings.CONTACT_EMAIL ?? site.email };
}

/** What a build may know, and no more. @throws ConfigError, also when CONTENT_DIR is no folder */
export function readBuildConfig(): { siteUrl: string; contentDir: string; contactEmail: string } {
  readEnvFile();
  const settings = parseConfig(Object.fromEntries(buildSettings.map((name) => [name, process.env[name]])));
  const contentDir = resolve(settings.CONTENT_DIR);
  if (!existsSync(contentDir) || !statSync(contentDir).isDirectory()) {
    throw new ConfigError('Invalid settings:\n  CONTENT_DIR wants an existing folder');
  }
  return { siteUrl: settings.SITE_URL, contentDir, contactEmail: settings.CONTACT_EMAIL ?? site.email };
}

/** Names that Astro takes from the environment as its own constants: `DEV=1` would publish drafts. */
const astroConstants = ['DEV', 'PROD', 'MODE', 'SSR', 'SITE', 'BASE_URL', 'ASSETS_PREFIX'];

/** The environment for a command that builds: without any setting that a build must not see. */
export function buildEnvironment(): NodeJS.ProcessEnv {
  readEnvFile();
  const hidden = new Set<string>([...settingNames, ...astroConstants]);
  for (const name of buildSettings) hidden.delete(name);
  const seen = Object.entries(process.env).filter(([name]) => !hidden.has(name) && !name.startsWith('AUTH_'));
  return { ...Object.fromEntries(seen), NODE_ENV: 'production' };
}

/**
 * Keeps secrets out of a build that some other command started: what Auth.js reads while Vite bundles it would be
 * written into the bundle.
 * @throws ConfigError that names them
 */
export function refuseSecretsInBuild(): void {
  const found = Object.keys(process.env).filter((name) => name.startsWith('AUTH_'));
  if (found.length === 0) return;
  throw new ConfigError(`a build must not see ${found.join(', ')}: use npm run build, which hides them`);
}

function readEnvFile() {
  if (isEnvFileRead || !existsSync('.env')) return;
  process.loadEnvFile('.env');
  isEnvFileRead = true;
}
