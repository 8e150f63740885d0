import { isWebUrl, type Source } from './parse-inline.ts';

/** The parts of an AI SDK UI message stream that the interface uses. */
export type StreamPart =
  | { kind: 'start'; notice: string }
  | { kind: 'source'; source: Source }
  | { kind: 'text'; text: string }
  | { kind: 'paragraph' }
  | { kind: 'problem'; text: string }
  | { kind: 'finish' };

const maxEventLength = 200_000;

/** Yields the parts of an answer until `[DONE]` or the end of the body. Cancels the body when the consumer stops early. */
export async function* readAnswerStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamPart> {
  for await (const data of readEvents(body)) {
    if (data === '[DONE]') return;
    const part = readPart(data);
    if (part) yield part;
  }
}

/** Yields the data of each server-sent event (WHATWG HTML 9.2.6, without event names, ids and retries). */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > maxEventLength) throw new Error('an event of the stream is too long');
      for (const line of lines.map((line) => line.replace(/\r$/, ''))) {
        if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
        if (line !== '' || data.length === 0) continue;
        yield data.join('\n');
        data = [];
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readPart(data: string): StreamPart | undefined {
  const frame = parseJsonObject(data);
  switch (frame['type']) {
    case 'start':
      return { kind: 'start', notice: asText(asObject(frame['messageMetadata'])['notice']) };
    case 'source-url': {
      const source = readSource(frame);
      return source && { kind: 'source', source };
    }
    case 'text-start':
      return { kind: 'paragraph' };
    case 'text-delta':
      return { kind: 'text', text: asText(frame['delta']) };
    case 'error':
      return { kind: 'problem', text: asText(frame['errorText']) };
    case 'finish':
      return { kind: 'finish' };
    default:
      return undefined;
  }
}

function readSource(frame: Record<string, unknown>): Source | undefined {
  const number = Number(asText(frame['sourceId']));
  const url = asText(frame['url']);
  const isUsable = Number.isInteger(number) && number > 0 && URL.canParse(url) && isWebUrl(new URL(url));
  return isUsable ? { number, url, title: asText(frame['title']) || url } : undefined;
}

/** Returns an empty object if the text is not a JSON object. */
export function parseJsonObject(json: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(json));
  } catch {
    return {};
  }
}

export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
