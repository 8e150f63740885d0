import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { createStaffClient, type StaffForm } from '#test/http/staff-client.ts';
import type { MemberName } from '#test/staff-session.ts';

/**
 * Works at the editor's desk like a browser, until it is killed: adds unique lines to one entry, adds pictures, submits
 * and approves. Prints what the server has confirmed, and lines that the server has lost.
 */
export type DeskEditorOptions = {
  origin: string;
  file: string;
  /** Lines of the entry that were saved before. */
  saved: string[];
};

/** A line of the output. */
export type DeskEvent = { kind: 'saved' | 'picture' | 'approved' | 'lost' | 'refused'; text: string };

type Stored = { text: string; version: number; basedOn: string | null };

const { origin, file, saved } = JSON.parse(process.argv[2] ?? '') as DeskEditorOptions;
const client = createStaffClient(() => origin);
const encoded = encodeURIComponent(file);
const forms = new Map<MemberName, StaffForm>();
const lines = new Set(saved);
/** No draft has this version, so saving it returns the stored text. */
const unknownVersion = 2_000_000_000;

for (;;) {
  try {
    await work();
  } catch {
    // The server was killed, or the connection was closed.
    forms.clear();
    await wait(100);
  }
  await wait(randomInt(100));
}

async function work(): Promise<void> {
  const stored = await read();
  const lost = [...lines].filter((line) => !stored.text.includes(line));
  for (const line of lost) {
    tell('lost', line);
    lines.delete(line);
  }
  const line = `Sentence ${randomUUID()}.`;
  const picture = randomInt(8) === 0 ? `\n\n![Noise on a screen](${await addPicture()})` : '';
  // The first picture of an entry without a draft creates version 1 of the draft.
  const before = picture === '' ? stored : await read();
  await save({ ...before, text: `${before.text}\n\n${line}${picture}\n` }, line);
  if (randomInt(3) === 0) await publish();
}

async function read(): Promise<Stored> {
  const response = await postJson('save', { file, version: unknownVersion, basedOn: null, text: '' });
  return (await response.json()) as Stored;
}

/** Keeps the lines of both texts if the published file has changed. */
async function save({ text, version, basedOn }: Stored, line: string): Promise<void> {
  const response = await postJson('save', { file, version, basedOn, text });
  if (response.status === 200) {
    confirmed(line);
    return;
  }
  const theirs = (await response.json()) as Stored & { reason: string };
  if (theirs.reason !== 'published') return;
  const missing = text.split('\n\n').filter((part) => !theirs.text.includes(part.trim()));
  const merged = [theirs.text.trimEnd(), ...missing].join('\n\n');
  const again = await postJson('save', { file, version, basedOn: theirs.basedOn, text: merged });
  if (again.status === 200) confirmed(line);
}

function confirmed(line: string): void {
  lines.add(line);
  tell('saved', line);
}

async function addPicture(): Promise<string> {
  const raw = { width: 16, height: 16, channels: 3 } as const;
  const bytes = await sharp(randomBytes(16 * 16 * 3), { raw })
    .png()
    .toBuffer();
  const response = await post(`picture?file=${encoded}&name=noise.png`, 'application/octet-stream', bytes);
  const { path } = (await response.json()) as { path: string };
  tell('picture', path);
  return path;
}

async function publish(): Promise<void> {
  const response = await client.get(`/staff/content/state?file=${encoded}`, 'editor', {
    Accept: 'application/json',
  });
  const { changeSet } = (await response.json()) as { changeSet: { id: string } | null };
  if (!changeSet) return;
  const path = `/staff/content/changes/${changeSet.id}`;
  const page = await (await client.get(path, 'reviewer')).text();
  const seen = /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? '';
  await client.post(path, { action: 'submit', sentence: `Change ${file}` }, await form('editor', path));
  const approve = { action: 'approve', when: 'now', seen };
  const approved = await client.post(path, approve, await form('reviewer', path));
  if (approved.status === 303) tell('approved', changeSet.id);
  else tell('refused', `${approved.status} approve: ${problemIn(await approved.text())}`);
  if (randomInt(2) === 0) await wait(randomInt(1_500));
}

/** A form of this member, cached until a request fails. */
async function form(member: MemberName, path = '/staff/content/new'): Promise<StaffForm> {
  const found = forms.get(member) ?? (await client.openForm(member, path));
  forms.set(member, found);
  return found;
}

function problemIn(html: string): string {
  return /role="alert"[^>]*>([\s\S]*?)<\/div>/.exec(html)?.[1]?.replaceAll(/<[^>]+>|\s+/g, ' ') ?? '';
}

function postJson(action: string, body: object): Promise<Response> {
  return post(action, 'application/json', JSON.stringify(body));
}

/** Aborts one request in twenty. */
async function post(action: string, type: string, body: string | Buffer): Promise<Response> {
  const { cookie, token } = await form('editor');
  const response = await fetch(`${origin}/staff/content/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': type, 'X-Csrf-Token': token, Cookie: cookie, Origin: origin },
    body: new Uint8Array(Buffer.from(body)),
    ...(randomInt(20) === 0 && { signal: AbortSignal.timeout(randomInt(1, 40)) }),
  });
  if (response.ok || response.status === 409) return response;
  tell('refused', `${response.status} ${action}: ${await response.text()}`);
  throw new Error('refused');
}

function tell(kind: DeskEvent['kind'], text: string): void {
  console.log(JSON.stringify({ kind, text } satisfies DeskEvent));
}
