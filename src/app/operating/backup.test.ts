import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { git, makeContentRepository } from '#test/content-repository.ts';
import { fillTables, readAllRows } from '#test/stand-ins/filled-store.ts';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';
import { write } from '#test/stand-ins/stored-rows.ts';
import {
  backUpSite,
  environmentOf,
  longFolder,
  makeSite,
  readFiles,
  restoreSite,
} from '#test/backup-site.ts';

const stores = useStores();

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
