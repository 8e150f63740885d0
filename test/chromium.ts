import { existsSync } from 'node:fs';

/** Chromium without windows: for the same tests it takes half the CPU of the whole browser. */
export const headlessShell = '/usr/lib/chromium/chromium-headless-shell';
export const wholeBrowser = '/usr/bin/chromium';

/** Path of the browser that tests and pictures use; `CHROMIUM` names another. */
export function chromiumPath(): string {
  return process.env['CHROMIUM'] ?? (existsSync(headlessShell) ? headlessShell : wholeBrowser);
}
