import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSitePublisher } from '#app/publisher/site-publisher.ts';
import { copyBuild } from '#test/copied-build.ts';
import { serveSite } from '#test/served-site.ts';
import { smallBuild } from '#test/small-build.ts';
import { generateExport, writeUploads } from '#test/wordpress-export.ts';
import { makeFolder } from '#test/temporary-folder.ts';

// Takes half a minute: it runs the command on 1,000 pages, publishes them, and asks a server for every old address.
test('1,000 pages of WordPress are imported within two minutes, and the server answers all their old addresses', async () => {
  const { xml, pages } = generateExport(1_000, 7);
  const source = makeFolder();
  writeFileSync(join(source, 'export.xml'), xml);
  writeUploads(join(source, 'uploads'), xml);
  const build = copyBuild(await smallBuild());
  onTestFinished(() => build.remove());
  const args = [
    'wordpress',
    join(source, 'export.xml'),
    dirname(build.contentDir),
    '--uploads',
    join(source, 'uploads'),
  ];

  const started = performance.now();
  const printed = execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/import.ts', ...args],
    { encoding: 'utf8' },
  );
  const seconds = (performance.now() - started) / 1_000;

  expect(seconds).toBeLessThan(120);
  expect(printed).toMatch(/1000 pages: 1000 new/);
  const [, valid = '0'] = /(\d+) of 1000 are valid/.exec(printed) ?? [];
  expect(Number(valid)).toBeGreaterThanOrEqual(980);
  const [, kept = '0'] = /([\d.]+) % of \d+ words/.exec(printed) ?? [];
  expect(Number(kept)).toBeGreaterThanOrEqual(99);

  const publisher = await openSitePublisher(build.dist);
  await publisher.publishFolder(new Date());
  const site = await serveSite(build.dist);
  onTestFinished(async () => {
    await site.stop();
  });
  const wrong: [string, number][] = [];
  for (const { link } of pages.filter(({ status }) => status === 'publish')) {
    const path = new URL(link).pathname;
    const { status } = await fetch(site.origin + path, { redirect: 'manual' });
    const { status: last } = await fetch(site.origin + path);
    if (!(status === 200 || status === 308) || last !== 200) wrong.push([path, status]);
  }
  expect(wrong).toEqual([]);
});

// Kills processes: only a real one can be interrupted between two writes.
test('an import that is killed at any moment is completed by the next one, without a second copy of any page', async () => {
  const { xml } = generateExport(200, 9);
  const source = makeFolder();
  writeFileSync(join(source, 'export.xml'), xml);
  const makeInstitute = () => {
    const dir = makeFolder();
    cpSync('src/institute.yaml', join(dir, 'institute.yaml'));
    mkdirSync(join(dir, 'content'));
    return dir;
  };
  const command = (dir: string) => ['scripts/import.ts', 'wordpress', join(source, 'export.xml'), dir];
  const read = (dir: string) =>
    new Map(
      globSync('content/**/*.mdx', { cwd: dir })
        .toSorted()
        .map((file) => [file, readFileSync(join(dir, file), 'utf8')]),
    );
  const whole = makeInstitute();
  execFileSync(process.execPath, command(whole), { stdio: 'pipe' });
  const killed = makeInstitute();

  // The next import goes on where the one before was killed.
  for (const change of [0, 1, 2, 3, 10, 61, 150]) {
    const { signal } = spawnSync(
      process.execPath,
      ['--import', './test/stand-ins/kill-at-change.ts', ...command(killed)],
      { stdio: 'pipe', env: { ...process.env, KILL_AT_CHANGE: String(change) } },
    );
    expect(signal).toBe('SIGKILL');
  }
  execFileSync(process.execPath, command(killed), { stdio: 'pipe' });

  expect(read(killed)).toEqual(read(whole));
});
