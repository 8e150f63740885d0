import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { processEnvironment, readConfig } from '#app/env.ts';
import { hasPublishedContent } from '#app/publisher/has-published-content.ts';
import { hasInputs, readInputs } from '#app/publisher/publication-inputs.ts';
import { requireFreePort } from '#lib/delivery/public-server.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';

/**
 * Publishes files that changed while no server was running, in a process of its own. Files with errors, which it lists,
 * keep their last published state. With other settings, the server publishes everything itself.
 */
export async function publishAtStart(site: string): Promise<void> {
  const { HOST: host, PORT: port, PUBLISHER } = readConfig();
  if (PUBLISHER === 'off') return;
  await requireFreePort({ host, port });
  const manifest = readManifest(site);
  const inputs = readInputs(manifest, processEnvironment(), { isServer: true });
  if (!hasInputs(manifest, inputs) || (await hasPublishedContent(site))) return;
  const script = fileURLToPath(new URL('./publish-content.ts', import.meta.url));
  spawnSync(process.execPath, [...process.execArgv, script, site], { stdio: 'inherit' });
}
