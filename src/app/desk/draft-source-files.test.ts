import { expect, test } from 'vitest';
import { createDraftSourceFiles } from './draft-source-files.ts';

const picture = (size: number) => `data:image/jpeg;base64,${Buffer.alloc(size, 1).toString('base64')}`;

test('returns the same file for an unchanged text, so that it is parsed once', () => {
  const toFile = createDraftSourceFiles();
  const first = toFile('news/a.mdx', 'one');

  expect(toFile('news/a.mdx', 'one')).toBe(first);
  expect(toFile('news/a.mdx', 'two')).toMatchObject({ path: 'news/a.mdx', text: 'two' });
});

test('evicts the oldest pictures, however many are added', () => {
  const toFile = createDraftSourceFiles(10_000);
  const used = toFile('news/used.jpg', picture(1_000));
  const unused = toFile('news/unused.jpg', picture(1_000));

  for (let number = 0; number < 100; number += 1) {
    toFile(`news/${number}.jpg`, picture(1_000));
    expect(toFile('news/used.jpg', picture(1_000))).toBe(used);
  }

  expect(toFile('news/unused.jpg', picture(1_000))).not.toBe(unused);
  expect(toFile('news/0.jpg', picture(20_000)).bytes).toHaveLength(20_000);
});
