import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import { parseConfig } from './config.ts';
import { buildEnvironment, givenInstituteDir } from './env.ts';
import { ownCodeFolder } from './own-code.ts';

function makeRepository(...options: string[]): string {
  const folder = makeFolder();
  execFileSync('git', ['init', '--quiet', ...options, folder]);
  return folder;
}

test('uses the defaults of the content’s settings if nothing is set', () => {
  expect(parseConfig({})).toMatchObject({
    CONTENT_BRANCH: 'main',
    CONTENT_PATH: '',
    EDITORS_PUBLISH: 'reviewed',
  });
});

test.each([
  'https://forge.example.org/team/content.git',
  'https://token@forge.example.org:8443/content.git',
  'ssh://git@forge.example.org:2222/content.git',
  'git@forge.example.org:team/content.git',
])('accepts the repository %s', (repository) => {
  expect(parseConfig({ CONTENT_REPO: repository }).CONTENT_REPO).toBe(repository);
});

test.each([
  'http://forge.example.org/content.git',
  'git://forge.example.org/content.git',
  'file:///srv/content.git',
  'ext::sh -c whoami',
  'ssh://-oProxyCommand=id/content.git',
  'ssh://-oProxyCommand=id@forge.example.org/content.git',
  '--upload-pack=id',
  '-x@y:z',
  '/nowhere/content.git',
])('refuses the repository %s', (repository) => {
  expect(() => parseConfig({ CONTENT_REPO: repository })).toThrow(/CONTENT_REPO needs the folder of a bare/);
});

test('accepts a bare repository, and refuses one with a work tree', () => {
  const bare = makeRepository('--bare');
  const withWorkTree = makeRepository();

  expect(parseConfig({ CONTENT_REPO: bare }).CONTENT_REPO).toBe(bare);
  for (const folder of [withWorkTree, join(withWorkTree, '.git')]) {
    expect(() => parseConfig({ CONTENT_REPO: folder })).toThrow(/this one has a work tree/);
  }
});

test('refuses CONTENT_DIR together with CONTENT_REPO, and settings that need CONTENT_REPO', () => {
  const repository = 'https://forge.example.org/content.git';

  expect(() => parseConfig({ CONTENT_REPO: repository, CONTENT_DIR: 'src/content' })).toThrow(
    /CONTENT_DIR must be unset while CONTENT_REPO is set/,
  );
  expect(() => parseConfig({ CONTENT_BRANCH: 'live', CONTENT_HOOK_SECRET: 'secret' })).toThrow(
    /CONTENT_REPO is missing: CONTENT_BRANCH requires it\n.*CONTENT_HOOK_SECRET requires it/,
  );
});

test.each([
  ['CONTENT_BRANCH', '-f'],
  ['CONTENT_BRANCH', 'a..b'],
  ['CONTENT_BRANCH', 'main.lock'],
  ['CONTENT_BRANCH', 'main:other'],
  ['CONTENT_BRANCH', 'propose/a'],
  ['CONTENT_PATH', '../other'],
  ['CONTENT_PATH', '/srv/content'],
  ['CONTENT_PATH', 'src/.git'],
  ['CONTENT_PATH', ':(glob)**'],
  ['EDITORS_PUBLISH', 'yes'],
])('%s does not accept %s', (name, value) => {
  expect(() => parseConfig({ CONTENT_REPO: 'https://forge.example.org/c.git', [name]: value })).toThrow(
    new RegExp(`${name} needs`),
  );
});

test('accepts the path of a folder in the repository, with and without a slash at its end', () => {
  const pathOf = (path: string) =>
    parseConfig({ CONTENT_REPO: 'https://forge.example.org/c.git', CONTENT_PATH: path }).CONTENT_PATH;

  expect([pathOf('src/content'), pathOf('content/')]).toEqual(['src/content', 'content']);
});

test('a process that publishes finds the institute that a repository holds, without the credentials of its address', () => {
  const exported = join(makeFolder(), 'content/current');
  mkdirSync(join(exported, 'content'), { recursive: true });
  writeFileSync(join(exported, 'institute.yaml'), 'name: Mill\n');
  const DATA_DIR = join(exported, '../..');

  const environment = buildEnvironment({
    CONTENT_REPO: 'https://user:token@forge.example.org/content.git',
    DATA_DIR,
    INSTITUTE_DIR: '.',
  });

  expect(givenInstituteDir(environment)).toBe(exported);
  // Own code is never that of the repository.
  expect(ownCodeFolder(environment)).toBe('.');
  expect(environment).toEqual({
    CONTENT_REPO: 'https://forge.example.org/content.git',
    INSTITUTE_DIR: '.',
    CONTENT_DIR: join(exported, 'content'),
    DATA_DIR,
    NODE_ENV: 'production',
  });
});
