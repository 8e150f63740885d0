import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestRepository, soil } from '#test/editing-repository.ts';
import { exportedCommit, exportHead } from './export-content.ts';

async function openFiles() {
  const files = { [soil]: 'Soil\n', 'news/a.mdx': 'News\n', 'courses/photo.png': Buffer.from([0, 10, 255]) };
  const { pushed, repository } = await openTestRepository(files);
  return { pushed, repository, folder: join(pushed.folder, 'content') };
}

test('exports the head, and shares unchanged files with the last export', async () => {
  const { pushed, repository, folder } = await openFiles();
  const first = await exportHead({ repository, folder });
  pushed.push({ [soil]: 'Clay\n' });
  await repository.fetch();

  const second = await exportHead({ repository, folder });
  const third = await exportHead({ repository, folder });

  const inode = (commit: string, path: string) => statSync(join(folder, commit, path)).ino;
  expect([first.changed, second.changed, third.changed]).toEqual([true, true, false]);
  expect(readlinkSync(join(folder, 'current'))).toBe(second.commit);
  expect(await exportedCommit(folder)).toBe(await repository.head());
  expect(readFileSync(join(folder, 'current', soil), 'utf8')).toBe('Clay\n');
  expect(readFileSync(join(folder, first.commit, soil), 'utf8')).toBe('Soil\n');
  expect(readFileSync(join(folder, 'current/courses/photo.png'))).toEqual(Buffer.from([0, 10, 255]));
  expect(inode(first.commit, 'news/a.mdx')).toBe(inode(second.commit, 'news/a.mdx'));
  expect(readdirSync(folder).toSorted()).toEqual([first.commit, second.commit, 'current'].toSorted());
});

test('does not export symbolic links', async () => {
  const { pushed, repository, folder } = await openFiles();
  pushed.push({
    'courses/link.mdx': { linkTo: '/etc/passwd' },
    events: { linkTo: '/etc' },
    'news/b.mdx': 'x',
  });
  await repository.fetch();

  await exportHead({ repository, folder });

  expect(readdirSync(join(folder, 'current')).toSorted()).toEqual(['courses', 'news']);
  expect(readdirSync(join(folder, 'current/courses'))).not.toContain('link.mdx');
});

test('concurrent exports end with the head', async () => {
  const { pushed, repository, folder } = await openFiles();

  const exports = [exportHead({ repository, folder }), exportHead({ repository, folder })];
  pushed.push({ [soil]: 'Clay\n' });
  await repository.fetch();
  exports.push(exportHead({ repository, folder }));
  await Promise.all(exports);

  expect(await exportedCommit(folder)).toBe(await repository.head());
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
});
