import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { siteOfRelease } from '#command/release-sites.ts';
import { expect, onTestFinished, test } from 'vitest';
import { makeContentRepository } from '#test/content-repository.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { makeInstituteFolder, runIn, runLectern } from '#test/new-institute-folder.ts';

test('doctor and start name unknown settings of .env, beside the error that one causes', () => {
  const settings = ['SITE_ULR=https://www.example.org', 'PROT=8080', 'SMTP_ULR=smtp://mail.example.org'];
  const folder = makeInstituteFolder({ '.env': [...settings, 'MAIL_FROM=noreply@example.org'].join('\n') });
  // A start ends where it needs a build.
  const args = [resolve('src/app/server.ts'), join(folder, 'no-build')];

  const doctor = runLectern('doctor', folder);
  const start = runIn(folder, args, { INSTITUTE_DIR: '.' });

  for (const { output, status } of [doctor, start]) {
    expect(output).toContain('SITE_ULR in .env is not a setting: did you mean SITE_URL?');
    expect(output).toContain('PROT in .env is not a setting: did you mean PORT?');
    expect(output).toContain('SMTP_URL is missing: it is required together with MAIL_FROM');
    expect(output).toContain('SMTP_ULR in .env is not a setting: did you mean SMTP_URL?');
    expect(output).not.toContain('www.example.org');
    expect(status).toBe(1);
  }
});

test('before its first start with a repository, a site can start, and the doctor says where its texts are', () => {
  const pushed = makeContentRepository();
  onTestFinished(() => pushed.remove());
  const folder = makeInstituteFolder({ '.env': `CONTENT_REPO=${pushed.origin}` });

  const { output, status } = runLectern('doctor', folder);

  expect(output).toContain('Facts and texts: in the repository of CONTENT_REPO.');
  expect([status, output.endsWith('This release can start.\n')]).toEqual([0, true]);
});

test('without its PostgreSQL, and with an unknown setting, a site can start', () => {
  const settings = 'DATABASE_URL=postgres://user:secret@127.0.0.1:1/site\nPROT=8080\n';
  const folder = makeInstituteFolder({ '.env': settings });

  const { output, status } = runLectern('doctor', folder);

  expect(output).toContain('Store: PostgreSQL cannot be read: ');
  expect(output).toContain('The site starts and serves its pages; forms and staff pages wait for it.');
  expect(output).toContain('PROT in .env is not a setting');
  expect(output).toContain('This release can start.');
  expect(output).not.toContain('secret');
  expect(status).toBe(0);
});

test('doctor lists what has to change elsewhere when the site moves to another address', () => {
  const folder = makeInstituteFolder({ '.env': 'SITE_URL=https://www.new.example\n' });
  const site = siteOfRelease(join(folder, '.lectern'), 'dist');
  mkdirSync(site, { recursive: true });
  const manifest = {
    ...readManifest('dist'),
    siteUrl: 'https://www.old.example',
    instituteFile: 'institute.yaml',
  };
  writeFileSync(join(site, 'manifest.json'), JSON.stringify(manifest));

  const { output } = runLectern('doctor', folder);

  expect(output).toContain(
    'Address: https://www.new.example, and https://www.old.example until now. Change these, too:',
  );
  expect(output).toContain('a redirect (308) from each address of www.old.example');
});

test('with facts that cannot be read, only a site that this release has published can start', () => {
  const folder = makeInstituteFolder({ 'institute.yaml': 'name: [\n' });
  const before = runLectern('doctor', folder);
  const site = siteOfRelease(join(folder, '.lectern'), 'dist');
  mkdirSync(site, { recursive: true });
  const manifest = { ...readManifest('dist'), instituteFile: 'institute.yaml', contentDir: 'content' };
  writeFileSync(join(site, 'manifest.json'), JSON.stringify(manifest));

  const after = runLectern('doctor', folder);

  for (const { output } of [before, after]) expect(output).toContain('institute.yaml:1: ');
  expect([before.status, before.output]).toEqual([1, expect.stringContaining('cannot start')]);
  expect([after.status, after.output]).toEqual([
    0,
    expect.stringContaining('the site keeps the facts that were published last'),
  ]);
});
