import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { describeOutcome, tryToPublish } from './publish-requested.ts';

const describe = async (publish: () => Promise<never>) => describeOutcome(await tryToPublish(publish));

test('describes a full disk in one sentence, even if SQLite reports it', async () => {
  const full = 'not published: the disk is full: free some space and publish again';
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const fillDatabase = (): never => {
    const database = new DatabaseSync(':memory:');
    database.exec('pragma max_page_count = 3');
    database.exec('create table notes (text); insert into notes values (zeroblob(1000000))');
    throw new Error('the database is not full');
  };

  const descriptions = [
    await describe(() => Promise.reject(error)),
    await describe(() => Promise.resolve().then(fillDatabase)),
  ];

  expect(descriptions).toEqual([full, full]);
});

test('names a file that cannot be written, and keeps the message of other errors', async () => {
  const error = Object.assign(new Error('EACCES: permission denied, open'), {
    code: 'EACCES',
    path: '/srv/x',
  });

  const descriptions = [
    await describe(() => Promise.reject(error)),
    await describe(() => Promise.reject(new Error('the content folder x cannot be read'))),
  ];

  expect(descriptions).toEqual([
    'not published: /srv/x cannot be read or written (EACCES)',
    'not published: the content folder x cannot be read',
  ]);
});
