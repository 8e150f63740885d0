import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ConfigError } from '#app/config.ts';
import { buildEnvironment, type Config } from '#app/env.ts';
import { readLastManifest } from '#lib/delivery/read-manifest.ts';
import type { Log } from '#lib/log/log.ts';
import { prepareContent } from './prepare-content.ts';
import { hasInputs, readInputs } from './publication-inputs.ts';

const processFile = fileURLToPath(new URL('./take-over-process.ts', import.meta.url));

type Options = { config: Config; environment: NodeJS.ProcessEnv; log: Log };

/**
 * Publishes with the settings of a server that starts, if the last publication was made with another address, contact,
 * content folder or institute. No code is built.
 * @throws ConfigError if this server may not publish; Error if the publication fails
 */
export async function takeOverInputs(distDir: string, { config, environment, log }: Options): Promise<void> {
  const manifest = readLastManifest(distDir);
  if (!manifest) return;
  const inputs = readInputs(manifest, environment, { isServer: true });
  if (hasInputs(manifest, inputs)) return;
  if (config.PUBLISHER === 'off' || !existsSync(processFile)) {
    throw new ConfigError(
      `the last publication has SITE_URL ${manifest.siteUrl}, content from ${manifest.contentDir} and the institute of ${manifest.instituteFile}, not ${inputs.siteUrl}, ${inputs.contentDir} and ${inputs.instituteFile}: run \`npm run publish:content\` with these settings, or start with PUBLISHER=on`,
    );
  }
  await prepareContent(environment);
  const started = promisify(execFile)(process.execPath, [...process.execArgv, processFile, distDir], {
    env: { ...buildEnvironment(environment), SITE_URL: inputs.siteUrl },
  });
  const { stdout, stderr } = await started.catch((error: unknown) => {
    const { stderr: reason = '' } = error as { stderr?: string };
    throw new Error(`the new settings cannot be published: ${reason.trim()}`, { cause: error });
  });
  if (stderr) log.warn(stderr.trim(), { name: 'publisher' });
  log.info(`took over new settings: ${stdout.trim()}`, { name: 'publisher' });
}
