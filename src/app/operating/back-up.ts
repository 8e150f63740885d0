import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isRemoteRepository } from '#app/content-settings.ts';
import type { DataConfig } from '#app/env.ts';
import { archiveRows } from '#lib/backup/archived-rows.ts';
import type { BackupManifest, BackupSecrets } from '#lib/backup/backup-manifest.ts';
import { createArchive, type ArchiveWriter } from '#lib/backup/write-archive.ts';
import { createGit } from '#lib/repository/git.ts';
import { createRowDigest } from '#lib/store/copy/row-digest.ts';
import { openStoreSnapshot, type StoreSnapshot } from '#lib/store/copy/store-snapshot.ts';
import type { StoreTable } from '#lib/store/copy/store-tables.ts';
import { isInside, listInstituteFiles, readIdentity } from './institute-files.ts';

export const instituteFolderName = 'institute';
export const bundleName = 'repository.bundle';
export const secretsTable = 'secrets';

type BackupOptions = {
  /** The institute's folder. */
  dir: string;
  /** The backup to create. */
  file: string;
  /** The file of the settings, which may not exist. */
  envFile: string;
  config: DataConfig;
  environment: NodeJS.ProcessEnv;
  /** The version of Lectern. */
  release: string;
};

type BackupSummary = {
  rows: number;
  tables: number;
  files: number;
  bytes: number;
  secretsFile: string;
};

/**
 * Backs up the store, the institute's folder and the content's repository into one file, and the secrets into another.
 * The site may be running: the file has one state of the store, and of the repository shortly after it, so that it has
 * every commit that the store refers to. Its name appears when it is complete. What a killed backup left is replaced.
 * @throws Error if the file exists, is in a folder of the site, or if another backup with its name begins meanwhile
 */
export async function backUp(options: BackupOptions): Promise<BackupSummary> {
  const { dir, config, envFile, environment } = options;
  const file = resolve(options.file);
  const secretsFile = secretsFileOf(file);
  requireOutside(file, [dir, config.DATA_DIR]);
  requireNew(file);
  requireNew(secretsFile);
  const id = randomUUID();
  const part = `${file}.${id}.part`;
  const archive = openArchive(file, part);
  const started: string[] = [];
  try {
    const { store, secrets } = await archiveStore(archive, config);
    const files = listInstituteFiles({ dir, without: foldersWithout(config) });
    for (const [name, path] of files) await archive.addFile(`${instituteFolderName}/${name}`, path);
    await archiveRepository(archive, { config, environment, bundle: `${file}.${id}.bundle.part` });
    const env = existsSync(envFile) ? await readFile(envFile, 'utf8') : null;
    const written: BackupSecrets = { format: 1, backup: id, env, table: secrets };
    const madeAt = new Date().toISOString();
    const institute = await readIdentity(dir, config);
    await archive.finish({ format: 1, id, madeAt, release: options.release, institute, store });
    requireNew(file);
    // Only one backup can create it.
    await (await open(secretsFile, 'wx', 0o600)).close();
    started.push(secretsFile);
    await writeFile(secretsFile, JSON.stringify(written), { flush: true });
    await rename(part, file);
    const tables = store?.tables ?? [];
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, tables: tables.length, files: files.size, bytes: (await stat(file)).size, secretsFile };
  } catch (error) {
    const isReplaced = !existsSync(part);
    await archive.abort();
    for (const path of started) await rm(path, { force: true });
    if (!isReplaced) throw error;
    throw new Error(`another backup to ${file} began, and replaced this one`, { cause: error });
  }
}

export function secretsFileOf(file: string): string {
  return `${file}.secrets`;
}

export function placeOf({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DESK }: DataConfig) {
  return { dataDir, databaseUrl, hasDesk: DESK === 'on' };
}

/** The clone of a repository on a forge, which has all commits, or the repository itself. Missing before the first start. */
export function repositoryFolder({ CONTENT_REPO: repository = '', DATA_DIR: dataDir }: DataConfig): string {
  return resolve(isRemoteRepository(repository) ? join(dataDir, 'content.git') : repository);
}

function requireNew(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return;
  throw new Error(
    found.isDirectory() ? `${path} is a folder: name a new file` : `${path} exists: choose another name`,
  );
}

/** Creates the folder of a backup, and its archive. Removes what killed backups with this name left. */
function openArchive(file: string, part: string): ArchiveWriter {
  const folder = dirname(file);
  try {
    mkdirSync(folder, { recursive: true });
    const isLeft = (name: string) =>
      name.startsWith(`${basename(file)}.`) && leftParts.test(name.slice(basename(file).length));
    for (const name of readdirSync(folder).filter(isLeft)) rmSync(join(folder, name));
    return createArchive(part);
  } catch (error) {
    // Such as in /proc, which takes no files.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`no file can be made in ${folder}: choose another folder`, { cause: error });
  }
}

/** The ends of the names of what a killed backup leaves; git leaves a lock. */
const leftParts = /^\.[\da-f-]{36}(?:\.bundle)?\.part(?:\.lock)?$/;

function requireOutside(file: string, folders: readonly string[]): void {
  const inside = folders.find((folder) => isInside(file, folder));
  if (inside) throw new Error(`put the backup outside of ${inside}, best on another machine`);
}

function foldersWithout(config: DataConfig): string[] {
  return [config.DATA_DIR, ...(config.CONTENT_REPO ? [repositoryFolder(config)] : [])];
}

type ArchivedStore = { store: BackupManifest['store']; secrets: BackupSecrets['table'] };

async function archiveStore(archive: ArchiveWriter, config: DataConfig): Promise<ArchivedStore> {
  const snapshot = await openStoreSnapshot(placeOf(config), 'whileServing');
  if (!snapshot) return { store: null, secrets: null };
  try {
    const tables = [];
    for (const table of snapshot.tables.filter(({ name }) => name !== secretsTable)) {
      const rows = { rows: snapshot.read(table), digest: createRowDigest() };
      const digest = await archiveRows(archive, table, rows);
      tables.push({ name: table.name, columns: [...table.columns], ...digest });
    }
    const { kind, migrations } = snapshot;
    const store = { kind, migrations: [...migrations], tables };
    return { store, secrets: await readSecrets(snapshot) };
  } finally {
    await snapshot.close();
  }
}

async function readSecrets(snapshot: StoreSnapshot): Promise<BackupSecrets['table']> {
  const table = snapshot.tables.find(({ name }) => name === secretsTable) as StoreTable;
  const digest = createRowDigest();
  const values: string[][] = [];
  for await (const rows of snapshot.read(table)) {
    for (const row of rows) {
      digest.add(row);
      values.push(row.map(String));
    }
  }
  return { ...table, columns: [...table.columns], ...digest.read(), values };
}

type Bundling = Pick<BackupOptions, 'config' | 'environment'> & { bundle: string };

async function archiveRepository(
  archive: ArchiveWriter,
  { config, environment, bundle }: Bundling,
): Promise<void> {
  const repository = repositoryFolder(config);
  // Unlike `existsSync`, this throws if the folder may not be read.
  if (!config.CONTENT_REPO || !statSync(repository, { throwIfNoEntry: false })) return;
  const bundling = ['bundle', 'create', '--quiet', bundle, '--all'];
  try {
    await createGit(repository, environment).run(bundling, { timeout: 600_000 });
    await archive.addFile(bundleName, bundle);
  } finally {
    await rm(bundle, { force: true });
  }
}
