import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { useStores } from '#test/stand-ins/stores.ts';
import { createDrafts } from '#lib/store/desk/editing-drafts.ts';

const stores = useStores();

test('a saved draft survives a SIGKILL of the process', async () => {
  const database = await stores.create('sqlite');
  await (await database.open()).close();
  const code = `
    import { openStore } from '#lib/store/open.ts';
    import { createDrafts } from '#lib/store/desk/editing-drafts.ts';
    const drafts = createDrafts(await openStore({ dataDir: ${JSON.stringify(database.options.dataDir)} }));
    for (let version = 0; ; version += 1) {
      await drafts.save({ path: 'a.mdx', version, basedOn: null, text: 'version ' + (version + 1),
        by: { email: 'a@b.example', name: 'A' }, now: Date.now(), title: 'A' });
      process.stdout.write((version + 1) + '\\n');
    }`;
  let output = '';
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'pipe' });
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split('\n').length > 20) child.kill('SIGKILL');
  });
  await once(child, 'exit');

  const draft = await createDrafts(await database.open()).find('a.mdx');

  const saved = Number(output.trim().split('\n').at(-1));
  expect(saved).toBeGreaterThanOrEqual(20);
  expect(draft?.version).toBeGreaterThanOrEqual(saved);
  expect(draft?.text).toBe(`version ${draft?.version}`);
});
