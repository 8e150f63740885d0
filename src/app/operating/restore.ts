import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseEnvText } from '#app/env-file.ts';
import { readDataConfig, type DataConfig } from '#app/env.ts';
import { readArchivedRows, tableOf } from '#lib/backup/archived-rows.ts';
import { secretsSchema, type BackupManifest, type BackupSecrets } from '#lib/backup/backup-manifest.ts';
import { readArchive, verifyArchive } from '#lib/backup/read-archive.ts';
import { createGit } from '#lib/repository/git.ts';
import { fillStore, requireNoStore } from '#lib/store/copy/fill-store.ts';
import { claimOfRestore, requireRestored, unfinishedRestore } from './institute-files.ts';
import { bundleName, instituteFolderName, placeOf, repositoryFolder, secretsTable } from './back-up.ts';

type RestoreOptions = {
  /** The backup. */
  file: string;
  /** The institute's folder to create. */
  dir: string;
  /** The file of its secrets; undefined to make new ones. */
  secretsFile: string | undefined;
  /** The file of the settings. An existing one is used instead of the one in the backup. */
  envFile: string;
  environment: NodeJS.ProcessEnv;
};

type RestoreSummary = {
  madeAt: string;
  rows: number;
  files: number;
  /** The folder of the content's repository; undefined if the backup has none, or if that folder exists. */
  repository: string | undefined;
};

/**
 * Restores a backup into an empty folder and an empty store. Checks all of the backup before it writes anything, and
 * compares every row afterwards.
 * @throws Error if the backup is damaged or belongs to a newer release, or if there is something to overwrite
 */
export async function restore(options: RestoreOptions): Promise<RestoreSummary> {
  const { file, dir, envFile } = options;
  const manifest = await verifyArchive(file);
  const secrets =
    options.secretsFile === undefined ? undefined : await readSecrets(options.secretsFile, manifest);
  requireRestored(dir);
  requireEmpty(dir);
  const env = existsSync(envFile) ? await readFile(envFile, 'utf8') : secrets?.env;
  const environment = { ...parseEnvText(env ?? ''), ...options.environment };
  const { config, hasRepository } = readTarget(environment);
  if (manifest.store) await requireNoStore(placeOf(config));
  const written = [dir, config.DATA_DIR].filter((folder) => !existsSync(folder));
  const claim = await claimFolder(dir);
  try {
    const files = await restoreFiles({ file, dir, written });
    const repository = hasRepository || !manifest.files[bundleName] ? undefined : repositoryFolder(config);
    if (repository) await restoreRepository({ file, repository, config, environment, written });
    if (env && !existsSync(envFile)) {
      written.push(envFile);
      await writeFile(envFile, env, { mode: 0o600 });
    }
    // Last, because it is stored in one step.
    if (manifest.store) await restoreStore({ file, store: manifest.store, secrets, config });
    const rows = manifest.store?.tables.reduce((sum, table) => sum + table.rows, 0) ?? 0;
    return { madeAt: manifest.madeAt, rows, files, repository };
  } catch (error) {
    for (const path of written) await rm(path, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(claim, { force: true });
  }
}

async function readSecrets(secretsFile: string, { id }: BackupManifest): Promise<BackupSecrets> {
  if (!existsSync(secretsFile)) {
    throw new Error(
      `${secretsFile} is missing: name it with --secrets. With --without-secrets, links in emails that were sent stop working, people who unsubscribed can be written to again, and settings are yours to make`,
    );
  }
  const text = await readFile(secretsFile, 'utf8');
  const secrets = parseSecrets(text);
  if (!secrets) throw new Error(`${secretsFile} is damaged, or not the secrets of a backup`);
  if (secrets.backup !== id) throw new Error(`${secretsFile} belongs to another backup`);
  return secrets;
}

function parseSecrets(text: string): BackupSecrets | undefined {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function requireEmpty(dir: string): void {
  const others = existsSync(dir)
    ? readdirSync(dir).filter((name) => !['.env', claimOfRestore].includes(name))
    : [];
  if (others.length === 0) return;
  throw new Error(
    `${dir} is not empty: it has ${others.slice(0, 3).join(', ')}. Name a new folder, or move this one away`,
  );
}

/** Creates the folder and a file in it, which keeps other restores out. @returns the file */
async function claimFolder(dir: string): Promise<string> {
  const claim = join(dir, claimOfRestore);
  await mkdir(dir, { recursive: true });
  await writeFile(claim, '', { flag: 'wx' }).catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    throw unfinishedRestore(dir, cause);
  });
  try {
    // Another restore may have ended since the first check.
    requireEmpty(dir);
  } catch (error) {
    await rm(claim);
    throw error;
  }
  return claim;
}

/** Replaces the folder of a repository that is not restored yet, since only an existing one is a valid setting. */
const validRepository = 'ssh://localhost/content.git';

/** Reads where the data goes. */
function readTarget(environment: NodeJS.ProcessEnv): { config: DataConfig; hasRepository: boolean } {
  const repository = environment['CONTENT_REPO']?.trim() || undefined;
  const checked = readDataConfig({ ...environment, CONTENT_REPO: repository && validRepository });
  const base: DataConfig = { ...checked, CONTENT_REPO: repository };
  const hasRepository = base.CONTENT_REPO !== undefined && existsSync(repositoryFolder(base));
  return { config: hasRepository ? readDataConfig(environment) : base, hasRepository };
}

type RestoringFiles = { file: string; dir: string; written: string[] };

async function restoreFiles({ file, dir, written }: RestoringFiles): Promise<number> {
  const prefix = `${instituteFolderName}/`;
  let count = 0;
  for await (const { name, body } of readArchive(file)) {
    if (!name.startsWith(prefix)) continue;
    const [top = ''] = name.slice(prefix.length).split('/');
    written.push(join(dir, top));
    const path = join(dir, name.slice(prefix.length));
    await mkdir(dirname(path), { recursive: true });
    await pipeline(body, createWriteStream(path));
    count += 1;
  }
  return count;
}

type RestoringRepository = {
  file: string;
  repository: string;
  config: DataConfig;
  environment: NodeJS.ProcessEnv;
  written: string[];
};

/** Creates a bare repository with all branches and tags of the backup. */
async function restoreRepository(restoring: RestoringRepository): Promise<void> {
  const { file, repository, config, environment, written } = restoring;
  const bundle = join(dirname(repository), `.${basename(repository)}.bundle`);
  await mkdir(dirname(repository), { recursive: true });
  written.push(bundle, repository);
  for await (const { name, body } of readArchive(file)) {
    if (name === bundleName) await pipeline(body, createWriteStream(bundle));
  }
  const git = createGit(repository, environment);
  await git.run(['init', '--quiet', '--bare', '--template=', `--initial-branch=${config.CONTENT_BRANCH}`]);
  await git.run(['fetch', '--quiet', resolve(bundle), '+refs/*:refs/*'], { timeout: 600_000 });
  await rm(bundle);
}

type RestoringStore = {
  file: string;
  store: NonNullable<BackupManifest['store']>;
  secrets: BackupSecrets | undefined;
  config: DataConfig;
};

async function restoreStore({ file, store, secrets, config }: RestoringStore): Promise<void> {
  const table = secrets?.table;
  const tables = [...store.tables, ...(table ? [table] : [])];
  await fillStore({
    place: placeOf(config),
    migrations: store.migrations,
    tables,
    async fill(writer) {
      if (table) await writer.write({ ...table, name: secretsTable }, table.values);
      for await (const archived of readArchive(file)) {
        const filled = store.tables.find(({ name }) => name === tableOf(archived.name));
        // Rows come first.
        if (!filled) break;
        for await (const rows of readArchivedRows(archived)) await writer.write(filled, rows);
      }
      return tables;
    },
  });
}
