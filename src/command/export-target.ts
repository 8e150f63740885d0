import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const exported = ['cloudflare', 'nginx', 'site'];

/** An export replaces its folder, so the folder must be new, empty or an earlier export. @throws Error if it is not */
export function requireExportTarget(target: string): void {
  const found = statSync(target, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) throw new Error(`${target} is a file: name a new folder for the export`);
  const others = readdirSync(target).filter((name) => !exported.includes(name));
  const isExport =
    existsSync(join(target, 'nginx/maps.conf')) && existsSync(join(target, 'cloudflare/worker.js'));
  if (others.length === 0 && (isExport || readdirSync(target).length === 0)) return;
  const list = (others.length > 0 ? others : readdirSync(target)).slice(0, 3).join(', ');
  throw new Error(
    `${target} has other files, such as ${list}, which the export would remove: name a new folder`,
  );
}
