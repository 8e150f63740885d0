import { expect } from 'vitest';
import type { MemberName } from '#test/staff-session.ts';
import type { DeskClient } from './desk-site.ts';

type EntryState = {
  version: number;
  basedOn: string | null;
  changeSet: { id: string; state: string } | null;
  conflict: object | null;
};

type Seen = Pick<EntryState, 'version' | 'basedOn'>;

export const encode = (file: string) => encodeURIComponent(file);

/** The file of a news item. */
export const news = (title: string, text: string) =>
  `---\ntitle: ${title}\nsummary: A sentence that is long enough for a summary.\ndate: 2026-01-05\n---\n\n${text}\n`;

/** The digest of the drafts that a page of changes shows. */
export const seenIn = (html: string) => /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? '';

/** The digest of one draft, which the forms of a page of changes send. */
export function seenFileIn(html: string, file: string): string {
  const [, digest = ''] =
    new RegExp(`name="file" value="${file}"[^>]*>\\s*<input[^>]*name="seenFile" value="([^"]+)"`).exec(
      html,
    ) ?? [];
  return digest;
}

/** Creates one function for each thing that an editor does with entries. */
export function createDeskSteps(desk: () => DeskClient) {
  /** @param seen the version that the editor has open */
  async function stateOf(file: string, seen?: Seen): Promise<EntryState> {
    const query = new URLSearchParams({
      file,
      ...(seen && { version: `${seen.version}`, basedOn: seen.basedOn ?? '' }),
    });
    const path = `/staff/content/state?${query}`;
    const response = await desk().get(path, 'editor', { Accept: 'application/json' });
    return (await response.json()) as EntryState;
  }

  /** Returns the address of the changes that include an entry. */
  const changesOf = async (file: string) => `/staff/content/changes/${(await stateOf(file)).changeSet?.id}`;

  /** Submits a decision with the digest that the page of the changes shows. */
  async function decide(
    member: MemberName,
    changes: string,
    fields: Record<string, string>,
  ): Promise<Response> {
    const seen = seenIn(await desk().text(changes, member));
    return desk().act(member, changes, { when: 'now', seen, ...fields });
  }

  /** Creates a draft from a template, and returns its file. */
  async function create(title: string, kind = 'news'): Promise<string> {
    const created = await desk().act('editor', '/staff/content/new', { kind, title });
    expect(created.status, await created.text()).toBe(303);
    const location = new URL(created.headers.get('location') ?? '', desk().origin());
    return location.searchParams.get('file')!;
  }

  /** Replaces the text of an entry, and returns the address of its changes. */
  async function write(file: string, text: string, member: MemberName = 'editor'): Promise<string> {
    const { version, basedOn } = await stateOf(file);
    const saved = await desk().save(member, { file, version, basedOn, text });
    expect(saved.status, await saved.clone().text()).toBe(200);
    return changesOf(file);
  }

  /** Submits what the page of the changes shows, and returns its digest. */
  async function submit(changes: string, sentence: string, member: MemberName = 'editor'): Promise<string> {
    const seen = seenIn(await desk().text(changes, member));
    const submitted = await desk().act(member, changes, { action: 'submit', sentence, seen });
    expect(submitted.status).toBe(303);
    return seen;
  }

  /** Approves changes as a reviewer, and waits until they are published. */
  async function publish(changes: string): Promise<string> {
    const approved = await decide('reviewer', changes, { action: 'approve' });
    expect(approved.status, await approved.text()).toBe(303);
    return desk().waitFor(changes, /(?:Live since|Published)\s+<time/, 'editor');
  }

  /** Discards a draft, with the digest that the page of its changes shows. */
  async function discard(changes: string, file: string): Promise<Response> {
    const seenFile = seenFileIn(await desk().text(changes, 'editor'), file);
    return desk().act('editor', changes, { action: 'discard', file, seenFile });
  }

  async function move(changes: string, file: string, set: string): Promise<Response> {
    const seenFile = seenFileIn(await desk().text(changes, 'editor'), file);
    return desk().act('editor', changes, { action: 'move', file, set, seenFile });
  }

  /** Adds a picture to an entry, as the editor's script does. */
  async function addPicture(file: string, bytes: Buffer): Promise<string> {
    const { cookie, token } = await desk().openForm('editor', '/staff/content/new');
    const origin = desk().origin();
    const response = await fetch(`${origin}/staff/content/picture?file=${encode(file)}&name=pit.jpg`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/octet-stream',
        Accept: 'application/json',
        'X-Csrf-Token': token,
        Cookie: cookie,
        Origin: origin,
      },
      body: new Uint8Array(bytes),
    });
    expect(response.status, await response.clone().text()).toBe(200);
    return ((await response.json()) as { path: string }).path;
  }

  return { addPicture, stateOf, changesOf, create, write, submit, decide, discard, move, publish };
}
