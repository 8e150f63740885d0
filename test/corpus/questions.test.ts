import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOutline } from '#lib/content/checking/outline.ts';
import { rightSections } from '../../bench/retrieval-questions.ts';
import { corpusDir } from './corpus-dir.ts';

test('every expected section of the handbook questions exists', () => {
  const missing = rightSections('handbook').filter((section) => !isInHandbook(corpusDir(), section));

  expect(missing).toEqual([]);
});

function isInHandbook(folder: string, section: string): boolean {
  const [address = '', anchor] = section.replace(/^\/handbook/, 'tts-handbook').split('#');
  const file = [`${address}.md`, `${address}/index.md`]
    .map((path) => join(folder, path))
    .find((path) => existsSync(path));
  if (!file) return false;
  const body = readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
  return anchor === undefined || readOutline(body, false).outline.anchors.has(anchor);
}
