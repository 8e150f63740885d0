import { existsSync } from 'node:fs';

/** Headless Chromium uses half the CPU of the full browser. */
export const headlessShell = '/usr/lib/chromium/chromium-headless-shell';
export const wholeBrowser = '/usr/bin/chromium';

/** Returns the path of the browser for tests and screenshots. `CHROMIUM` overrides it. */
export function chromiumPath(): string {
  return process.env['CHROMIUM'] ?? (existsSync(headlessShell) ? headlessShell : wholeBrowser);
}
