import { setTimeout as wait } from 'node:timers/promises';
import { createStaffClient } from '#test/http/staff-client.ts';

type Opened = { version: number; basedOn: string | null; changeSet: { id: string } | null };

/** Milliseconds from the click on “Approve” until the page is live, and until the desk reports it. */
type ApprovalTimes = { live: number[]; reported: number[] };

const pollInterval = 10;
const limit = 60_000;

/**
 * Writes, submits and approves changes over the desk's HTTP addresses, one after the other. Requests the public page
 * until it contains the change.
 * @param files handbook pages, one for each change
 */
export async function measureApprovals(
  origin: string,
  { files, pause }: { files: readonly string[]; pause: () => number },
): Promise<ApprovalTimes> {
  const desk = createStaffClient(() => origin);
  const times: ApprovalTimes = { live: [], reported: [] };
  for (const [round, file] of files.entries()) {
    await wait(pause());
    const sentence = `Approved in round ${round} of this measurement.`;
    const changes = await writeChange(sentence, file);
    const seen = /name="seen" value="([^"]+)"/.exec(await text(changes, 'reviewer'))?.[1] ?? '';
    const form = await desk.openForm('reviewer', changes);
    const began = performance.now();
    const approved = await desk.post(changes, { action: 'approve', when: 'now', seen }, form);
    if (approved.status !== 303) throw new Error(`the approval returned ${approved.status}`);
    times.live.push(await until(`/${file.replace(/\.md$/, '')}`, sentence, began));
    times.reported.push(await until(changes, 'Live since', began, 'editor'));
  }
  return times;

  /** Saves a draft as the editor's script does, and submits it. @returns the address of its change set */
  async function writeChange(sentence: string, file: string): Promise<string> {
    const form = await desk.openForm('editor', '/staff/content/new');
    const post = (body: object) =>
      fetch(`${origin}/staff/content/save`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Origin: origin,
          'X-Csrf-Token': form.token,
          Cookie: form.cookie,
        },
        body: JSON.stringify(body),
      });
    // For a version that no draft has, the server responds with the stored draft.
    const stored = await post({ file, version: 2_000_000_000, basedOn: null, text: '' });
    const known = (await stored.json()) as Opened & { text: string };
    const { version, basedOn } = known;
    const saved = await post({ file, version, basedOn, text: `${known.text}\n${sentence}\n` });
    if (saved.status !== 200) throw new Error(`saving returned ${saved.status}: ${await saved.text()}`);
    const state = await desk.get(`/staff/content/state?file=${encodeURIComponent(file)}`, 'editor', {
      Accept: 'application/json',
    });
    const { changeSet } = (await state.json()) as Opened;
    const path = `/staff/content/changes/${changeSet?.id}`;
    await desk.post(path, { action: 'submit', sentence }, form);
    return path;
  }

  async function text(path: string, member?: 'editor' | 'reviewer'): Promise<string> {
    return (await desk.get(path, member)).text();
  }

  async function until(path: string, expected: string, began: number, member?: 'editor'): Promise<number> {
    while (!(await text(path, member)).includes(expected)) {
      if (performance.now() - began > limit) throw new Error(`${path} never had “${expected}”`);
      await wait(pollInterval);
    }
    return performance.now() - began;
  }
}
