import { isIP } from 'node:net';
import { join } from 'node:path';
import { settingNames } from '#app/config.ts';

/**
 * Reads `HOST`, `PORT`, `SITE_URL` and `DATA_DIR` for the demo.
 * @throws Error unless the demo listens on loopback only, since anyone can sign in to it
 */
export function demoSettings(environment: Readonly<Record<string, string | undefined>>) {
  const host = environment['HOST'] || 'localhost';
  const port = Number(environment['PORT'] || 4321);
  const siteUrl = environment['SITE_URL'] || `http://localhost:${port}`;
  if (!isLoopback(host) || !URL.canParse(siteUrl) || !isLoopback(new URL(siteUrl).hostname)) {
    throw new Error(
      'anyone can sign in to the demo, so it runs on this machine only: unset HOST and SITE_URL, or set them to localhost',
    );
  }
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error('PORT must be a number from 1 to 65535');
  }
  const dataDir = join(environment['DATA_DIR'] || 'data', 'demo');
  return { host, port, siteUrl: new URL(siteUrl).origin, dataDir };
}

/** Returns every setting as an empty string, so that the demo ignores the settings of a real site. */
export function noSettings(): Record<string, string> {
  return Object.fromEntries(settingNames.map((name) => [name, '']));
}

function isLoopback(name: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(name) || (isIP(name) === 4 && name.startsWith('127.'));
}
