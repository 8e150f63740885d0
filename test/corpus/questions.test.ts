import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOutline } from '#lib/content/checking/outline.ts';
import { rightSections } from '../../bench/retrieval-questions.ts';
import { corpusDir } from './corpus-dir.ts';

/** By lower-case address: file names may contain upper case. */
const files = new Map(
  globSync('tts-handbook/**/*.md', { cwd: corpusDir() }).map((file) => [file.toLowerCase(), file]),
);

test('every expected section of the handbook questions exists', () => {
  const missing = rightSections('handbook').filter((section) => !isInHandbook(corpusDir(), section));

  expect(missing).toEqual([]);
});

function isInHandbook(folder: string, section: string): boolean {
  const [address = '', anchor] = section.replace(/^\/handbook/, 'tts-handbook').split('#');
  const file = files.get(`${address}.md`) ?? files.get(`${address}/index.md`);
  if (!file) return false;
  const body = readFileSync(join(folder, file), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
  return anchor === undefined || readOutline(body, false).outline.anchors.has(anchor);
}
