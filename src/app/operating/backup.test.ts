import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { git, makeContentRepository } from '#test/content-repository.ts';
import { fillTables, readAllRows } from '#test/stand-ins/filled-store.ts';
import { storeKinds, useStores, type TestDatabase } from '#test/stand-ins/stores.ts';
import { write } from '#test/stand-ins/stored-rows.ts';
import { readDataConfig } from '#app/env.ts';
import { backUp } from './back-up.ts';
import { requireRestored } from './institute-files.ts';
import { restoreRecord } from './restore-record.ts';
import { restore } from './restore.ts';

const stores = useStores();
/** Two numbers that are no text in UTF-8. */
const picture = Buffer.from([0x89, 0xff]);

/** Longer than the names in a header of tar. */
const longFolder = `content/handbook/${Array.from({ length: 12 }, (_, level) => `chapter-number-${level}`).join('/')}`;

type Site = { dir: string; file: string; folder: string; environment: NodeJS.ProcessEnv };

/** An institute's folder and settings, without a store. */
function makeSite({ options }: TestDatabase, settings: NodeJS.ProcessEnv = {}): Site {
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

function environmentOf(
  options: TestDatabase['options'],
  settings: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
  const { dataDir, databaseUrl } = options;
  return { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...settings };
}

async function backUpSite({ dir, file, environment }: Site) {
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

async function restoreSite(site: Site, dir: string, { environment = {}, secretsFile }: Restoring = {}) {
  return restore({
    file: site.file,
    dir,
    secretsFile: secretsFile === null ? undefined : (secretsFile ?? `${site.file}.secrets`),
    envFile: join(dir, '.env'),
    environment,
  });
}

function readFiles(dir: string): Record<string, string> {
  const files = globSync('**', { cwd: dir, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(resolve(dir).length + 1), readFileSync(path).toString('base64')];
    }),
  );
}

const routes = storeKinds.flatMap((from) => storeKinds.map((to) => [from, to] as const));
for (const [from, to] of routes) {
  test(`a backup of ${from} is restored to ${to} with every row and every file`, async () => {
    const [old, next] = await Promise.all([stores.create(from), stores.create(to)]);
    const site = makeSite(old);
    const running = await old.open();
    await fillTables(running);
    const rows = await readAllRows(running);
    const target = join(site.folder, 'restored');

    const made = await backUpSite(site);
    const restored = await restoreSite(site, target, { environment: environmentOf(next.options) });

    expect(await readAllRows(await next.open())).toEqual(rows);
    const files = readFiles(site.dir);
    delete files['.lectern/manifest.json'];
    expect(readFiles(target)).toEqual(files);
    expect([restored.files, restored.rows]).toEqual([6, made.rows]);
    const modes = ['backup.tgz', 'backup.tgz.secrets', 'restored/.env'].map(
      (name) => statSync(join(site.folder, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });
}

test('a backup has no secrets: they are in a file beside it, and restoring without them makes new ones', async () => {
  const [old, next] = await Promise.all([stores.create('sqlite'), stores.create('sqlite')]);
  const site = makeSite(old);
  const store = await old.open();
  await store.query((db) => db.insertInto('secrets').values({ name: 'links', value: 'sesame' }).execute());
  await backUpSite(site);
  const target = join(site.folder, 'restored');

  const text = execFileSync('tar', ['-xzOf', site.file], { maxBuffer: 1e8 }).toString();
  const names = execFileSync('tar', ['-tzf', site.file], { encoding: 'utf8' });
  await restoreSite(site, target, { environment: environmentOf(next.options), secretsFile: null });

  expect(names).toContain(`institute/${longFolder}/`);
  expect(text).not.toContain('sesame');
  expect(text).not.toContain('smtp://user');
  const made = (await readAllRows(await next.open()))['secrets']!;
  expect(made.map(({ name }) => name)).toEqual(['mailboxes']);
  expect(existsSync(join(target, '.env'))).toBe(false);
});

for (const kind of storeKinds) {
  test(`${kind}: a backup has one state of the store while a server writes`, async () => {
    const [database, next] = await Promise.all([stores.create(kind), stores.create('sqlite')]);
    const site = makeSite(database);
    const store = await database.open();
    await fillTables(store);
    const writer = { isDone: false };
    let pairs = 0;
    const writing = (async () => {
      for (; !writer.isDone; pairs += 1) {
        const values = ['a', 'b'].map((half) => ({
          kind: 'search' as const,
          day: '2027-01-11',
          text: `${pairs} ${half}`,
          count: 1,
        }));
        await store.transaction((tx) => tx.insertInto('insights').values(values).execute());
      }
    })();

    await backUpSite(site);
    writer.isDone = true;
    await writing;
    await restoreSite(site, join(site.folder, 'restored'), { environment: environmentOf(next.options) });

    const { insights } = await readAllRows(await next.open());
    const halves = insights!
      .map(({ text }) => /^(\d+) ([ab])$/.exec(String(text)))
      .filter((found) => found !== null);
    const states = Map.groupBy(halves, ([, pair]) => pair);
    expect([...states.values()].filter((found) => found.length !== 2)).toEqual([]);
    expect(states.size).toBeLessThanOrEqual(pairs);
    await expect(write(store, 'later')).resolves.toBeDefined();
  });
}

test('the content’s repository is restored with all branches', async () => {
  const [old, next] = await Promise.all([stores.create('sqlite'), stores.create('sqlite')]);
  const pushed = makeContentRepository();
  onTestFinished(() => pushed.remove());
  pushed.push({ 'pages/mill.mdx': 'Mill\n' });
  pushed.propose('ann/mill', { 'pages/mill.mdx': 'Watermill\n' });
  const site = makeSite(old, { CONTENT_REPO: pushed.origin });
  await old.open();
  await backUpSite(site);
  const refs = git(pushed.origin, 'show-ref');
  const moved = join(pushed.folder, 'elsewhere/content.git');

  await restoreSite(site, join(site.folder, 'restored'), {
    environment: environmentOf(next.options, {
      CONTENT_REPO: moved,
      CONTENT_BRANCH: 'main',
      CONTENT_PATH: 'pages',
      CONTENT_HOOK_SECRET: 'secret',
    }),
  });

  expect(git(moved, 'show-ref')).toBe(refs);
  expect(git(moved, 'rev-parse', '--is-bare-repository', '--abbrev-ref', 'HEAD')).toBe('true\nmain');
});

test('a damaged, cut or foreign backup is refused before anything is written', async () => {
  const [old, next] = await Promise.all([stores.create('sqlite'), stores.create('sqlite')]);
  const site = makeSite(old);
  await fillTables(await old.open());
  await backUpSite(site);
  const bytes = readFileSync(site.file);
  const plain = execFileSync('gzip', ['-dc', site.file]);
  const changed = Buffer.from(plain);
  changed[plain.indexOf('Müllerei')] = 0x4e;
  const damaged: Buffer[] = [
    bytes.subarray(0, bytes.length / 2),
    bytes.subarray(0, -100),
    execFileSync('gzip', ['-c'], { input: changed }),
    execFileSync('gzip', ['-c'], { input: plain.subarray(0, plain.lastIndexOf('manifest.json')) }),
    Buffer.from('not a backup'),
    Buffer.alloc(0),
  ];
  const target = join(site.folder, 'restored');
  const environment = environmentOf(next.options);

  for (const content of damaged) {
    writeFileSync(site.file, content);
    await expect(restoreSite(site, target, { environment })).rejects.toThrow(/damaged|incomplete/);
  }

  writeFileSync(site.file, bytes);
  writeFileSync(
    `${site.file}.other`,
    readFileSync(`${site.file}.secrets`, 'utf8').replace(/"backup":"[^"]{8}/, '"backup":"00000000'),
  );
  await expect(restoreSite(site, target, { environment, secretsFile: `${site.file}.other` })).rejects.toThrow(
    'another backup',
  );
  writeFileSync(`${site.file}.half`, readFileSync(`${site.file}.secrets`).subarray(0, 60));
  await expect(restoreSite(site, target, { environment, secretsFile: `${site.file}.half` })).rejects.toThrow(
    'not the secrets of a backup',
  );
  expect([existsSync(target), existsSync(next.options.dataDir)]).toEqual([false, false]);
});

if (storeKinds.includes('postgres')) {
  test('a restore whose store refuses a row removes what it wrote, and names the table without the row', async () => {
    const [old, next] = await Promise.all([stores.create('sqlite'), stores.create('postgres')]);
    const site = makeSite(old);
    const store = await old.open();
    // PostgreSQL stores no NUL in texts.
    const row = { kind: 'search' as const, day: '2027-01-11', text: 'Zoë\0', count: 1 };
    await store.query((db) => db.insertInto('insights').values(row).execute());
    await backUpSite(site);
    const target = join(site.folder, 'restored');
    const environment = environmentOf(next.options);

    const refusal: unknown = await restoreSite(site, target, { environment }).catch(
      (error: unknown) => error,
    );

    expect(String(refusal)).toMatch(
      /a row of insights is refused: the database refused a statement: SQLSTATE \w+$/,
    );
    expect(globSync('*', { cwd: site.folder }).toSorted()).toEqual([
      'backup.tgz',
      'backup.tgz.secrets',
      'site',
    ]);
    await store.query((db) => db.deleteFrom('insights').execute());
  });
}

test('a backup is not restored over an institute or a store, and a failed one leaves nothing behind', async () => {
  const kind = storeKinds.at(-1) ?? 'sqlite';
  const [old, other] = await Promise.all([stores.create('sqlite'), stores.create(kind)]);
  const site = makeSite(old);
  await fillTables(await old.open());
  await (await other.open()).query(async () => undefined);
  await backUpSite(site);
  const target = join(site.folder, 'restored');

  await expect(restoreSite(site, site.dir, { environment: site.environment })).rejects.toThrow(
    'is not empty',
  );
  await expect(restoreSite(site, target, { environment: site.environment })).rejects.toThrow('has a store');
  await expect(restoreSite(site, target, { environment: environmentOf(other.options) })).rejects.toThrow(
    'has a store',
  );
  expect(existsSync(target)).toBe(false);
});

test('a folder that a killed restore left is neither started nor restored into', async () => {
  const [old, next] = await Promise.all([stores.create('sqlite'), stores.create('sqlite')]);
  const site = makeSite(old);
  await backUpSite(site);
  const target = join(site.folder, 'restored');
  mkdirSync(join(target, 'content'), { recursive: true });
  writeFileSync(join(target, '.restoring'), '');

  const restored = restoreSite(site, target, { environment: environmentOf(next.options) });

  await expect(restored).rejects.toThrow('or was killed before its end');
  expect(() => requireRestored(target)).toThrow('or was killed before its end');
  expect(() => requireRestored(site.dir)).not.toThrow();
});

test('of two restores into one folder at the same time, one is refused, and the other is complete', async () => {
  const [old, next] = await Promise.all([stores.create('sqlite'), stores.create('sqlite')]);
  const site = makeSite(old);
  await fillTables(await old.open());
  await backUpSite(site);
  const target = join(site.folder, 'restored');
  const environment = environmentOf(next.options);

  const both = await Promise.allSettled([1, 2].map(() => restoreSite(site, target, { environment })));

  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const files = readFiles(site.dir);
  delete files['.lectern/manifest.json'];
  expect(readFiles(target)).toEqual(files);
  expect(existsSync(join(next.options.dataDir, 'site.sqlite'))).toBe(true);
});

for (const [from, to] of routes) {
  test(`one registration of a backup of ${from} is brought back into ${to} while it is in use`, async () => {
    const [old, next] = await Promise.all([stores.create(from), stores.create(to)]);
    const site = makeSite(old);
    const running = await old.open();
    await fillTables(running);
    const rows = await readAllRows(running);
    const { id, reference } = rows['registrations']![0]!;
    const used = await next.open();
    await backUpSite(site);
    const bringBack = (wanted: string) =>
      restoreRecord({
        file: site.file,
        dir: site.dir,
        reference: wanted,
        config: readDataConfig(environmentOf(next.options)),
      });

    const restored = await bringBack(String(reference));

    const theirs = (column: string, table: string) => rows[table]!.filter((row) => row[column] === id);
    const parts = ['decisions', 'registration_courses', 'registration_notes', 'registration_words'];
    const expected = [
      ['registrations', theirs('id', 'registrations')],
      ...parts.map((table) => [table, theirs('registration_id', table)] as const),
    ] as const;
    const found = await readAllRows(used);
    expect(expected.map(([table]) => [table, found[table]])).toEqual(expected);
    expect([...restored.keys()].toSorted()).toEqual(expected.map(([table]) => table).toSorted());
    expect([found['signups'], found['submissions'], found['outbox']]).toEqual([[], [], []]);
    await expect(bringBack(String(reference))).rejects.toThrow(`the site has ${String(reference)}`);
    await expect(bringBack('R-0000-0000')).rejects.toThrow('has nothing with the reference R-0000-0000');
  });
}

test('a registration of another institute’s backup is not brought into this one', async () => {
  const [old, next] = await Promise.all([stores.create('sqlite'), stores.create('sqlite')]);
  const site = makeSite(old);
  const running = await old.open();
  await fillTables(running);
  const [{ reference } = {}] = (await readAllRows(running))['registrations']!;
  await backUpSite(site);
  const bringBack = (facts: string, settings?: NodeJS.ProcessEnv) => {
    writeFileSync(join(site.dir, 'institute.yaml'), facts);
    const config = readDataConfig(environmentOf(next.options, settings));
    return restoreRecord({ file: site.file, dir: site.dir, reference: String(reference), config });
  };

  await expect(bringBack('name: Ölmühle\nemail: oil@example.org\n')).rejects.toThrow(
    `is a backup of Müllerei, and ${site.dir} is Ölmühle: nothing was changed`,
  );
  const rows = await readAllRows(await next.open());
  expect(rows['registrations']).toEqual([]);

  const repository = join(site.folder, 'content.git');
  execFileSync('git', ['init', '--quiet', '--bare', repository]);
  const exported = join(next.options.dataDir, 'content/current');
  mkdirSync(join(exported, 'content'), { recursive: true });
  writeFileSync(join(exported, 'institute.yaml'), 'name: Sägewerk\n');
  await expect(bringBack('', { CONTENT_REPO: repository })).rejects.toThrow(
    'is Sägewerk: nothing was changed',
  );

  const renamed = 'name: Müllerei am Bach\nemail: mill@example.org\n';
  await expect(bringBack(renamed)).resolves.toBeDefined();
});

test('a backup is not written into the folder of the site, nor over a file', async () => {
  const site = makeSite(await stores.create('sqlite'));
  writeFileSync(site.file, 'the one of yesterday');

  await expect(backUpSite(site)).rejects.toThrow('exists');
  await expect(backUpSite({ ...site, file: join(site.dir, 'today.tgz') })).rejects.toThrow('outside of');
  expect(readFileSync(site.file, 'utf8')).toBe('the one of yesterday');
  expect(globSync('*', { cwd: site.folder }).toSorted()).toEqual(['backup.tgz', 'site']);
});

test('a backup fails if the store or the clone of the repository cannot be reached, and is not made without it', async () => {
  const site = makeSite(await stores.create('sqlite'));
  const [data, clone] = [join(site.folder, 'data'), join(site.folder, 'cloned/content.git')];
  mkdirSync(dirname(clone));
  // The tests may run as root, to whom each folder is open, so these lead to themselves.
  for (const path of [data, clone]) symlinkSync(path, path);
  const repository = { CONTENT_REPO: 'https://forge.example.org/content.git', DATA_DIR: dirname(clone) };

  for (const settings of [{ DATA_DIR: data }, repository]) {
    const environment = { ...site.environment, ...settings };
    await expect(backUpSite({ ...site, environment })).rejects.toThrow('ELOOP');
  }
  expect(globSync('backup*', { cwd: site.folder })).toEqual([]);
});

test('a backup replaces what a killed one with its name left, and keeps other files', async () => {
  const site = makeSite(await stores.create('sqlite'));
  const id = '0c9f2b1e-6a57-4d83-9b1c-2f7d8e4a5b6c';
  for (const end of ['part', 'bundle.part', 'bundle.part.lock'])
    writeFileSync(`${site.file}.${id}.${end}`, 'half of it');
  writeFileSync(`${site.file}.notes.part`, 'notes');

  await backUpSite(site);

  expect(globSync('backup*', { cwd: site.folder }).toSorted()).toEqual([
    'backup.tgz',
    'backup.tgz.notes.part',
    'backup.tgz.secrets',
  ]);
});

test('a backup is not made beside the secrets of an earlier one, which may have been moved', async () => {
  const site = makeSite(await stores.create('sqlite'));
  writeFileSync(`${site.file}.secrets`, 'its secrets');

  await expect(backUpSite(site)).rejects.toThrow('backup.tgz.secrets exists: choose another name');

  expect(readFileSync(`${site.file}.secrets`, 'utf8')).toBe('its secrets');
});

test('of two backups with one name the later one is made, and the earlier one says so', async () => {
  const site = makeSite(await stores.create('sqlite'));

  const [first, second] = await Promise.allSettled([backUpSite(site), backUpSite(site)]);

  expect(first).toMatchObject({
    reason: { message: `another backup to ${site.file} began, and replaced this one` },
  });
  expect(second).toMatchObject({ status: 'fulfilled' });
  expect(globSync('backup*', { cwd: site.folder }).toSorted()).toEqual(['backup.tgz', 'backup.tgz.secrets']);
});

test.runIf(process.platform === 'linux')('a folder that takes no files is named', async () => {
  const site = makeSite(await stores.create('sqlite'));

  await expect(backUpSite({ ...site, file: '/proc/backup.tgz' })).rejects.toThrow(
    'no file can be made in /proc: choose another folder',
  );
});
