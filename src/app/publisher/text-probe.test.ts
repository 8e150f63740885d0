import { expect, test } from 'vitest';
import { createTextProbe } from './text-probe.ts';

const fileOf = (body: string, path = 'pages/a.mdx') => ({
  path,
  hash: '',
  text: `---\ntitle: A\n---\n${body}`,
});

// The process that reads is the subject: the text ends it, or keeps it busy for ever.
test.for([
  ['tags', `${'<b>'.repeat(14_000)}x${'</b>'.repeat(14_000)}`],
  ['brackets of an expression', `{${'['.repeat(50_000)}1${']'.repeat(50_000)}}`],
  ['emphasis', `${'*'.repeat(50_000)}a${'*'.repeat(50_000)}`],
] as const)('%s inside of each other are found, and other texts are read', async ([, body]) => {
  const { probe, problemOf } = createTextProbe();
  const [bad, good] = [fileOf(body), fileOf('Text.\n')];

  await probe([bad, good]);

  expect(problemOf(bad)?.message).toContain('the text below cannot be read');
  expect(problemOf(good)).toBeUndefined();
});

test('a text that takes too long, and one that is too long, are found', async () => {
  const { probe, problemOf } = createTextProbe({ timeout: 3_000 });
  const [slow, long] = [fileOf('> '.repeat(64_000)), fileOf('a '.repeat(300_000))];

  await probe([slow, long]);

  expect(problemOf(slow)?.message).toContain('the text below cannot be read');
  expect(problemOf(long)?.message).toBe('the file is longer than 128 KiB');
});

test('after many texts that cannot be read, the others of a call are not read', async () => {
  const { probe, problemOf } = createTextProbe({ maxFailures: 1 });
  const files = [fileOf(`{${'['.repeat(50_000)}1${']'.repeat(50_000)}}`), fileOf('Text.\n')];

  await probe(files);
  const later = fileOf('Another.\n');
  await probe([later]);

  expect(problemOf(files[1]!)?.message).toContain('many other new files');
  expect(problemOf(later)).toBeUndefined();
});
