import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TestDatabase } from '#test/stand-ins/stores.ts';
import { readDataConfig } from '#app/env.ts';
import { backUp } from '#app/operating/back-up.ts';
import { restore } from '#app/operating/restore.ts';

/** Two numbers that are no text in UTF-8. */
const picture = Buffer.from([0x89, 0xff]);

/** Longer than the names in a header of tar. */
export const longFolder = `content/handbook/${Array.from({ length: 12 }, (_, level) => `chapter-number-${level}`).join('/')}`;

type Site = { dir: string; file: string; folder: string; environment: NodeJS.ProcessEnv };

/** An institute's folder and settings, without a store. */
export function makeSite({ options }: TestDatabase, settings: NodeJS.ProcessEnv = {}): Site {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dir = join(folder, 'site');
  for (const path of ['content/pages/pictures', longFolder, 'public/.well-known', 'data', '.lectern'])
    mkdirSync(join(dir, path), { recursive: true });
  writeFileSync(join(dir, 'institute.yaml'), 'name: Müllerei\nemail: mill@example.org\n');
  writeFileSync(join(dir, 'content/pages/an empty file.mdx'), '');
  writeFileSync(join(dir, 'content/pages/pictures/mill.png'), picture);
  writeFileSync(join(dir, 'public/.well-known/proof.txt'), 'ours');
  writeFileSync(join(dir, longFolder, 'höhe.mdx'), 'x'.repeat(70_000));
  writeFileSync(join(dir, '.lectern/manifest.json'), '{}');
  writeFileSync(join(dir, '.gitignore'), '/.env\n');
  writeFileSync(join(dir, '.env'), 'SMTP_URL=smtp://user:secret@mail.example.org\n');
  return { dir, file: join(folder, 'backup.tgz'), folder, environment: environmentOf(options, settings) };
}

export function environmentOf(
  options: TestDatabase['options'],
  settings: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
  const { dataDir, databaseUrl } = options;
  return { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...settings };
}

export async function backUpSite({ dir, file, environment }: Site) {
  return backUp({
    dir,
    file,
    envFile: join(dir, '.env'),
    config: readDataConfig(environment),
    environment,
    release: '1.2.3',
  });
}

type Restoring = { environment?: NodeJS.ProcessEnv; secretsFile?: string | null };

export async function restoreSite(
  site: Site,
  dir: string,
  { environment = {}, secretsFile }: Restoring = {},
) {
  return restore({
    file: site.file,
    dir,
    secretsFile: secretsFile === null ? undefined : (secretsFile ?? `${site.file}.secrets`),
    envFile: join(dir, '.env'),
    environment,
  });
}

export function readFiles(dir: string): Record<string, string> {
  const files = globSync('**', { cwd: dir, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(resolve(dir).length + 1), readFileSync(path).toString('base64')];
    }),
  );
}
