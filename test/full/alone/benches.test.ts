import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('each bench runs in its smallest form, and prints figures', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/bench.ts'], {
    env: { ...process.env, BENCH_SIZE: 'smallest' },
  });
  const [, ...parts] = stdout.split(/^== /m);
  const hasFigures = (part: string) => /\d +(?:│|ms|µs)|^\/ +\d/m.test(part);

  expect(parts.length).toBeGreaterThan(0);
  expect(parts.filter((part) => !hasFigures(part))).toEqual([]);
});
