import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serveDesk, type DeskSite } from '#test/http/desk-site.ts';
import { seenIn } from '#test/http/desk-steps.ts';
import { members, staffSettings } from '#test/staff-session.ts';
import { startForge } from '#test/stand-ins/forge.ts';

const file = 'courses/soil-science.mdx';
const address = '/courses/soil-science';

test(
  'the desk commits to a forge over HTTPS, says why it cannot, and writes the credentials to no log or page',
  { timeout: 180_000 },
  async () => {
    const desk = await serveDesk();
    const { repository } = desk;
    onTestFinished(() => desk.remove());
    const forge = await startForge(repository.pushed.origin);
    onTestFinished(() => forge.stop());
    const token = forge.password;
    await repository.site.stop();
    // Removes the clone, so that the server clones again, over HTTPS.
    for (const name of ['content.git', 'content'])
      rmSync(join(repository.folder.dataDir, name), { recursive: true });
    const withCredentials = new URL(forge.address);
    Object.assign(withCredentials, { username: forge.user, password: token });
    await repository.start({
      ...staffSettings,
      CONTENT_REPO: withCredentials.href,
      GIT_SSL_CAINFO: forge.certificate,
    });

    await publish(desk, 'The first sentence through the forge.');
    await desk.waitFor(address, 'The first sentence through the forge.');
    const text = repository.pushed.git('show', 'origin/main:pages/about.mdx');
    repository.pushed.push({ 'pages/about.mdx': `${text}\n\nPushed to the forge.\n` });
    const hook = await repository.callHook();
    await desk.waitFor('/about', 'Pushed to the forge.');
    forge.password = 'another-token';
    const changes = await publish(desk, 'A sentence with a wrong token.');
    const failed = await desk.waitFor(changes, 'These changes could not be published', 'editor');
    forge.password = token;
    await desk.waitFor(changes, 'Live since', 'editor');

    expect(hook.status).toBe(202);
    expect(failed).not.toContain('Authentication failed');
    expect(repository.pushed.log()[0]).toContain(`<${members.editor}>`);
    expect(await repository.text(address)).toContain('A sentence with a wrong token.');
    const basic = Buffer.from(`${forge.user}:${token}`).toString('base64');
    const seen = repository.site.output() + failed;
    expect(repository.site.output()).toContain('Authentication failed');
    for (const secret of [token, basic, 'the-secret-of-the-webhook']) expect(seen).not.toContain(secret);
  },
);

/** Adds a sentence to the entry, submits and approves it. @returns the address of its change set */
async function publish(desk: DeskSite, sentence: string): Promise<string> {
  const stored = await desk.save('editor', { file, version: 99, basedOn: null, text: '' });
  const { text, version, basedOn } = (await stored.json()) as {
    text: string;
    version: number;
    basedOn: string | null;
  };
  const saved = await desk.save('editor', { file, version, basedOn, text: `${text}\n\n${sentence}\n` });
  expect(saved.status).toBe(200);
  const state = await desk.get(`/staff/content/state?file=${file}`, 'editor', { Accept: 'application/json' });
  const { changeSet } = (await state.json()) as { changeSet: { id: string } };
  const changes = `/staff/content/changes/${changeSet.id}`;
  await desk.act('editor', changes, { action: 'submit', sentence });
  const seen = seenIn(await desk.text(changes, 'reviewer'));
  const approve = { action: 'approve', when: 'now', seen };
  expect((await desk.act('reviewer', changes, approve)).status).toBe(303);
  return changes;
}
