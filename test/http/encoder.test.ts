import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveSite } from '#test/served-site.ts';

test('if the encoder cannot be loaded, the server logs it once and searches by words', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'encoder-'));
  writeFileSync(join(folder, 'model.onnx'), 'not a model');
  const site = await serveSite('dist', { ENCODER: folder, DATA_DIR: join(folder, 'data') });

  await expect.poll(() => site.troubles()).toHaveLength(1);
  const response = await fetch(`${site.origin}/api/search?q=peat`);
  const warnings = site.troubles();
  const exitCode = await site.stop();
  rmSync(folder, { recursive: true });

  expect(response.status).toBe(200);
  expect(warnings[0]).toMatchObject({ name: 'retrieval', level: 'warn' });
  expect(JSON.stringify(warnings[0])).toContain('semantic search is unavailable');
  expect(exitCode).toBe(0);
}, 60_000);

test('a server refuses to start with an encoder folder that has no model', async () => {
  const starting = serveSite('dist', { ENCODER: '/no/such/folder' });

  await expect(starting).rejects.toThrow(/ENCODER needs on, off or a folder/);
});
