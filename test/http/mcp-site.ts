import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { serveSite, type ServedSite } from '#test/served-site.ts';
import { freePort } from '#test/ports.ts';

export type McpSite = ServedSite & { endpoint: URL };

/** Serves the build with this server's origin in the manifest, so that tests can send the site's own Origin. */
export async function serveAtOwnAddress(environment: NodeJS.ProcessEnv = {}): Promise<McpSite> {
  const port = await freePort();
  const siteUrl = `http://localhost:${port}`;
  mkdirSync('.cache', { recursive: true });
  const folder = mkdtempSync('.cache/mcp-');
  const distDir = join(folder, 'dist');
  mkdirSync(distDir);
  for (const name of readdirSync('dist')) symlinkSync(resolve('dist', name), join(distDir, name));
  const manifest = JSON.parse(readFileSync('dist/manifest.json', 'utf8')) as object;
  rmSync(join(distDir, 'manifest.json'));
  writeFileSync(join(distDir, 'manifest.json'), JSON.stringify({ ...manifest, siteUrl }));
  const site = await serveSite(distDir, {
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    SITE_URL: siteUrl,
    TRUSTED_PROXIES: 'loopback',
    ...environment,
  });
  return {
    ...site,
    endpoint: new URL('/mcp', siteUrl),
    async stop() {
      const code = await site.stop();
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}
