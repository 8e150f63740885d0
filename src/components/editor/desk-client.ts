import type { describeEntry, SaveConflict, Saved, SaveInput, Seen } from '#lib/editing/save-draft.ts';
import type {
  EditorChoices,
  PictureChoices,
  ProblemsElsewhere,
  RenderedDraft,
} from '#lib/editing/editor-types.ts';
import { editorErrors } from '#lib/i18n/en/editor.ts';

/** Thrown if the server rejects a request. The message is for the user. */
export class RefusedError extends Error {
  /** Whether the session has ended, so that the person has to sign in again. */
  readonly isSignedOut: boolean;

  constructor(message: string, isSignedOut = false) {
    super(message);
    this.isSignedOut = isSignedOut;
  }
}

type EntryState = Awaited<ReturnType<typeof describeEntry>>;
type StoredDocument = { path: string; format: string; bytes: number };
type NewFile = { file: string; name: string; content: Blob };
/** `onProgress` is called with the part that was sent, from 0 to 1. */
type Sending = { onProgress: (part: number) => void; signal: AbortSignal };

/** The requests that the editor sends to the desk. @throws RefusedError, or TypeError without a connection */
export function createDeskClient(token: string) {
  const headers = { Accept: 'application/json', 'X-Csrf-Token': token };

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`/staff/content/${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    });
    if (response.ok || response.status === 409) return response;
    throw refusal(response.status, await response.json().catch(() => undefined));
  }

  const uploadFile = (path: string, { file, name, content }: NewFile, sending: Sending) =>
    upload(`${path}?${new URLSearchParams({ file, name })}`, content, { ...sending, headers });

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
    async storePicture(file: NewFile, sending: Sending): Promise<{ path: string }> {
      return (await uploadFile('picture', file, sending)) as { path: string };
    },
    async storeDocument(file: NewFile, sending: Sending): Promise<StoredDocument> {
      return (await uploadFile('document', file, sending)) as StoredDocument;
    },
  };
}

function refusal(status: number, body: unknown): RefusedError {
  const { error } = (body ?? {}) as { error?: { message: string; resolution: string } };
  if (error) return new RefusedError(`${error.message} ${error.resolution}`, status === 401);
  return new RefusedError(status === 413 ? editorErrors.tooLarge : editorErrors.answered({ status }));
}

type Uploading = Sending & { headers: Readonly<Record<string, string>> };

/** Sends a file. XMLHttpRequest reports the progress of an upload, and fetch does not. */
function upload(path: string, body: Blob, { onProgress, signal, headers }: Uploading): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/staff/content/${path}`);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () =>
      request.status === 200 ? resolve(request.response) : reject(refusal(request.status, request.response)),
    );
    request.addEventListener('error', () => reject(new TypeError(editorErrors.noConnection)));
    signal.addEventListener('abort', () => request.abort());
    request.addEventListener('abort', () => reject(new RefusedError(editorErrors.uploadCancelled)));
    request.send(body);
  });
}

export type DeskClient = ReturnType<typeof createDeskClient>;
