import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import { createArchive } from './write-archive.ts';

test('a backup that the disk does not keep as it was written is refused when it is made', async () => {
  const file = join(makeFolder(), 'backup.tgz');
  const archive = createArchive(file);
  await archive.addBytes('institute/photo.webp', randomBytes(1_000_000));
  await expect.poll(() => statSync(file).size).toBeGreaterThan(500_000);
  await using damaging = await open(file, 'r+');
  await damaging.write(Buffer.alloc(1_000), 0, 1_000, 100_000);

  const made = archive.finish({
    format: 1,
    id: 'a',
    madeAt: '2027-01-11T09:00:00Z',
    release: '1.2.3',
    institute: {},
    store: null,
  });

  await expect(made).rejects.toThrow('what was written cannot be read back, so check the disk');
});
