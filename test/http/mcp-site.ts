import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { linkBuild } from '#app/publisher/link-build.ts';
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
  linkBuild('dist', distDir, { siteUrl });
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
