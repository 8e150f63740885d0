import type { describeEntry, SaveConflict, Saved, SaveInput, Seen } from '#lib/editing/save-draft.ts';
import type {
  EditorChoices,
  PictureChoices,
  ProblemsElsewhere,
  RenderedDraft,
} from '#lib/editing/editor-types.ts';
import { editorErrors } from '#lib/i18n/en/editor.ts';

/** Thrown if the server rejects a request. The message is for the user. */
export class RefusedError extends Error {}

type EntryState = Awaited<ReturnType<typeof describeEntry>>;
export type StoredPicture = { path: string };

/** The requests that the editor sends to the desk. @throws RefusedError, or TypeError without a connection */
export function createDeskClient(token: string) {
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { Accept: 'application/json', 'X-Csrf-Token': token, ...init.headers };
    const response = await fetch(`/staff/content/${path}`, { ...init, headers });
    if (response.ok || response.status === 409) return response;
    const body = (await response.json().catch(() => undefined)) as
      { error?: { message: string; resolution: string } } | undefined;
    throw new RefusedError(
      body?.error
        ? `${body.error.message} ${body.error.resolution}`
        : response.status === 413
          ? editorErrors.tooLarge
          : editorErrors.answered({ status: response.status }),
    );
  }

  const post = (path: string, body: unknown) =>
    send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  return {
    async render(file: string, text: string): Promise<RenderedDraft> {
      return (await post('render', { file, text })).json() as Promise<RenderedDraft>;
    },
    async elsewhere(file: string, text: string): Promise<ProblemsElsewhere> {
      return (await post('elsewhere', { file, text })).json() as Promise<ProblemsElsewhere>;
    },
    async save(input: SaveInput): Promise<{ saved: Saved } | { conflict: SaveConflict }> {
      const response = await post('save', input);
      return response.status === 409
        ? { conflict: (await response.json()) as SaveConflict }
        : { saved: (await response.json()) as Saved };
    },
    async state({ file, version, basedOn }: Seen & { file: string }): Promise<EntryState> {
      const query = new URLSearchParams({ file, version: `${version}`, basedOn: basedOn ?? '' });
      return (await send(`state?${query}`)).json() as Promise<EntryState>;
    },
    async choices(): Promise<EditorChoices> {
      return (await send('choices')).json() as Promise<EditorChoices>;
    },
    async pictures(file: string, words: string): Promise<PictureChoices> {
      const response = await send(`picture-choices?${new URLSearchParams({ for: file, q: words })}`);
      return response.json() as Promise<PictureChoices>;
    },
    async storePicture(file: string, picture: Blob, name: string): Promise<StoredPicture> {
      const query = new URLSearchParams({ file, name });
      const response = await send(`picture?${query}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream' },
        body: picture,
      });
      return response.json() as Promise<StoredPicture>;
    },
  };
}

export type DeskClient = ReturnType<typeof createDeskClient>;
