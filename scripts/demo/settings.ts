import { isIP } from 'node:net';
import { join } from 'node:path';
import { settingNames } from '#app/config.ts';

/**
 * Where the demo listens and keeps its data: `HOST`, `PORT` and `DATA_DIR` as for `npm start`.
 * @throws Error when that is not this machine alone: in the demo anyone can sign in
 */
export function demoSettings(environment: Readonly<Record<string, string | undefined>>) {
  const host = environment['HOST'] || 'localhost';
  const port = Number(environment['PORT'] || 4321);
  const siteUrl = environment['SITE_URL'] || `http://localhost:${port}`;
  if (!isLoopback(host) || !URL.canParse(siteUrl) || !isLoopback(new URL(siteUrl).hostname)) {
    throw new Error(
      'in the demo anyone can sign in, so it runs on this machine only: leave HOST and SITE_URL out, or set them to localhost',
    );
  }
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error('PORT wants a port number from 1 to 65535 for the demo');
  }
  const dataDir = join(environment['DATA_DIR'] || 'data', 'demo');
  return { host, port, siteUrl: new URL(siteUrl).origin, dataDir };
}

/** Every setting as not set, so that none of a real site's reaches the demo. */
export function noSettings(): Record<string, string> {
  return Object.fromEntries(settingNames.map((name) => [name, '']));
}

function isLoopback(name: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(name) || (isIP(name) === 4 && name.startsWith('127.'));
}
