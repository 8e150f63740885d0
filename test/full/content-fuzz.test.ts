import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { anyString } from '#test/any-text.ts';
import { readFrontMatter, readYamlFile } from '#lib/content/checking/check-front-matter.ts';
import { git, makeContentRepository } from '#test/content-repository.ts';
import { isEditable } from '#lib/editing/desk.ts';
import { diffTexts } from '#lib/editing/review/diff.ts';
import { patchFrontMatter, UnpatchableError } from '#lib/editing/front-matter/edit-front-matter.ts';
import { mergeTexts } from '#lib/editing/merge.ts';
import { openContentRepository } from '#lib/repository/open-repository.ts';
import { findPictureUses } from '#lib/editing/picture-uses.ts';
import { RepositoryError } from '#lib/repository/repository.ts';
import { checkPicture } from '#lib/editing/store-picture.ts';

/** `npm run soak` sets this to 600. */
const seconds = Number(process.env['CONTENT_FUZZ_SECONDS'] ?? 2);
/** Limit of CPU time per input, in milliseconds. It is higher in short runs, which include compiling the code. */
const maxCpuTime = seconds > 60 ? 50 : 500;

const piece = fc.oneof(
  fc.constantFrom(
    'a',
    ': ',
    '- ',
    '? ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '"',
    "'",
    '\\q',
    '*a',
    '&a ',
    '!t ',
    '|',
    '>',
    '#',
    '%',
    '@',
    '\n',
    '  ',
  ),
  fc.constantFrom(
    '---\n',
    '...\n',
    '\t',
    '\r\n',
    '\0',
    '\uFEFF',
    '\u2028',
    '\uFFFD',
    'title: a\n',
    'picture:\n  file: ./a.png\n',
    '<<: ',
  ),
  fc.string({ maxLength: 8 }),
);
const yaml = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 40_000 }))
  .map(([pieces, length]) =>
    pieces
      .join('')
      .repeat(Math.ceil(length / Math.max(1, pieces.join('').length)))
      .slice(0, length),
  );
const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40 }),
  anyString({ minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    '..',
    '.git',
    '.gitattributes',
    '-rf',
    'a'.repeat(1_000),
    'a b.mdx',
    'é.mdx',
    '\u202Ea.mdx',
    'courses',
    'con',
  ),
);
const treeName = name.filter(
  (each) => !/[\0/\n]/.test(each) && !/^\.(?:\.|git)?$/i.test(each) && each !== '',
);

/**
 * Measures the user CPU time of this thread in milliseconds, without system time: on a virtual machine that returns
 * memory to its host, a new memory page costs up to a millisecond. Repeats a slow run, which may include garbage
 * collection.
 */
function measure(read: () => void): number {
  const once = () => {
    const before = process.threadCpuUsage();
    read();
    return process.threadCpuUsage(before).user / 1000;
  };
  const first = once();
  return first > maxCpuTime ? Math.min(once(), once()) : first;
}

function readAll(fields: string): void {
  const text = `---\n${fields}\n---\n\nText.\n`;
  readFrontMatter(text);
  readYamlFile(fields);
}

function changeAll(fields: string): void {
  const text = `---\n${fields}\n---\n\nText.\n`;
  findPictureUses('pages/a.mdx', text);
  try {
    patchFrontMatter(text, { path: ['draft'], value: true });
  } catch (error) {
    if (!(error instanceof UnpatchableError)) throw error;
  }
}

function compareAll(fields: string): void {
  const text = `---\ntitle: a\n---\n${fields}`;
  diffTexts(text, `${fields.slice(1)}b`);
  mergeTexts({ base: text, mine: `${text}\nmine`, theirs: text.replace('title: a', 'title: b') });
}

test(
  'reads random front matter, texts and names without blocking the event loop',
  { timeout: seconds * 2_000 + 60_000 },
  async () => {
    const delay = monitorEventLoopDelay({ resolution: 10 });
    const end = Date.now() + seconds * 500;
    let longest = { cpuTime: 0, input: '' };
    delay.enable();
    while (Date.now() < end) {
      const [input = ''] = fc.sample(yaml, 1);
      const [path = ''] = fc.sample(name, 1);
      for (const read of [readAll, changeAll, compareAll, () => isEditable(path)]) {
        const cpuTime = measure(() => read(input));
        if (cpuTime > longest.cpuTime) longest = { cpuTime, input };
        await nextTurn();
      }
    }
    delay.disable();
    if (seconds > 60)
      console.info(
        `slowest input took ${longest.cpuTime} ms of CPU; event loop blocked for up to ${delay.max / 1e6} ms`,
      );
    expect(longest.cpuTime, `for ${JSON.stringify(longest.input.slice(0, 300))}`).toBeLessThan(maxCpuTime);
  },
);

// Uses real repositories, because git itself restricts what a tree can contain.
test(
  'reads random trees and pictures, or rejects them with a message',
  { timeout: seconds * 2_000 + 120_000 },
  async () => {
    const pushed = makeContentRepository();
    onTestFinished(() => pushed.remove());
    pushed.push({ 'courses/soil.mdx': 'Soil\n' });
    const repository = await openContentRepository({
      folder: join(pushed.folder, 'clone.git'),
      origin: pushed.origin,
      branch: 'main',
      root: '',
      environment: process.env,
    });
    const write = (args: readonly string[], input: string) =>
      execFileSync('git', ['-C', pushed.checkout, ...args], { input, encoding: 'utf8' }).trim();
    const blob = write(['hash-object', '-w', '--stdin'], 'x');
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#468' } })
      .png()
      .toBuffer();
    const end = Date.now() + seconds * 500;
    do {
      const names = [...new Set(fc.sample(treeName, 20))];
      const folders = fc.sample(fc.integer({ min: 1, max: 4 }), 1)[0] ?? 1;
      const line = (mode: string, type: string, id: string) => (each: string) =>
        `${mode} ${type} ${id}\t${each}\0`;
      let tree = write(['mktree', '-z'], names.map(line('100644', 'blob', blob)).join(''));
      for (let level = 0; level < folders; level += 1) {
        tree = write(['mktree', '-z'], names.map(line('040000', 'tree', tree)).join(''));
      }
      const root = write(['mktree', '-z'], line('040000', 'tree', tree)('courses'));
      const commit = git(
        pushed.checkout,
        'commit-tree',
        root,
        '-p',
        git(pushed.origin, 'rev-parse', 'main'),
        '-m',
        'x',
      );
      git(pushed.checkout, 'push', '--quiet', '--force', 'origin', `${commit}:refs/heads/propose/fuzz`);
      await repository.fetch();
      await repository.proposals();
      await repository.list(commit).catch((error: unknown) => expect(error).toBeInstanceOf(RepositoryError));
      const broken = Buffer.from(photo);
      for (const at of fc.sample(fc.nat(broken.length - 1), 20)) broken[at] = (broken[at] ?? 0) ^ 0x55;
      await checkPicture(broken).catch((error: unknown) => expect(error).toHaveProperty('resolution'));
    } while (Date.now() < end);
  },
);
