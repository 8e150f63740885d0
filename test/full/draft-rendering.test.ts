import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectLog } from '#test/collected-log.ts';
import { createDraftRendering, type DraftRendering } from '#app/desk/draft-rendering.ts';

let folder: string;
let drafts: DraftRendering;

/** A process that responds with its id. `crash` ends it, `hang` blocks it, `fail` returns an error. */
const script = `
process.on('message', ({ id, input: { file } }) => {
  if (file === 'crash') process.exit(3);
  if (file === 'hang') for (;;);
  process.send(file === 'fail' ? { id, failure: 'no' } : { id, draft: { html: String(process.pid), problems: [] } });
});
process.send({ isReady: true });`;

function open(times: { render?: number; idle?: number } = {}) {
  const file = join(folder, 'process.mjs');
  writeFileSync(file, script);
  const { log } = collectLog();
  drafts = createDraftRendering({ buildDir: 'dist', environment: {}, log, file, times });
}

const render = async (file: string) => Number((await drafts.render({ file, overlay: {} })).html);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'draft-rendering-'));
});

afterEach(async () => {
  await drafts.close();
  rmSync(folder, { recursive: true });
});

test('renders in one process, which survives a failing draft', async () => {
  open();

  const [first, second] = await Promise.all([render('a'), render('b')]);
  await expect(render('fail')).rejects.toMatchObject({ code: 'INTERNAL' });

  expect(second).toBe(first);
  expect(first).not.toBe(process.pid);
  expect(await render('c')).toBe(first);
});

test('restarts the process after a crash', async () => {
  open();
  const first = await render('a');

  await expect(render('crash')).rejects.toMatchObject({ code: 'INTERNAL' });

  expect(await render('b')).not.toBe(first);
});

test('kills the process if a rendering takes too long', async () => {
  open({ render: 300 });
  const first = await render('a');

  await expect(render('hang')).rejects.toMatchObject({ code: 'INTERNAL' });

  expect(await render('b')).not.toBe(first);
  expect(() => process.kill(first, 0)).toThrow();
});

test('ends the process when it is idle, and restarts it for the next draft', async () => {
  open({ idle: 50 });
  const first = await render('a');

  await vi.waitFor(() => expect(() => process.kill(first, 0)).toThrow(), { timeout: 10_000 });

  expect(await render('b')).not.toBe(first);
});
