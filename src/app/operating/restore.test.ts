import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillTables, readAllRows } from '#test/stand-ins/filled-store.ts';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';
import { readDataConfig } from '#app/env.ts';
import { backUpSite, environmentOf, makeSite, readFiles, restoreSite } from '#test/backup-site.ts';
import { requireRestored } from './institute-files.ts';
import { restoreRecord } from './restore-record.ts';

const stores = useStores();
const routes = storeKinds.flatMap((from) => storeKinds.map((to) => [from, to] as const));

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
