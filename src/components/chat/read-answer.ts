import { isWebAddress, type Source } from './parse-inline.ts';

/** What the interface uses of an AI SDK UI message stream. */
export type AnswerPart =
  | { kind: 'start'; notice: string }
  | { kind: 'source'; source: Source }
  | { kind: 'text'; text: string }
  | { kind: 'paragraph' }
  | { kind: 'problem'; text: string }
  | { kind: 'finish' };

const longestEvent = 200_000;

/**
 * The parts of an answer as they arrive. Ends after `[DONE]` or where the connection ends; the body is given up
 * when the reader leaves early.
 */
export async function* readAnswer(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerPart> {
  for await (const data of readEvents(body)) {
    if (data === '[DONE]') return;
    const part = readPart(data);
    if (part) yield part;
  }
}

/** The data of each server-sent event (WHATWG HTML 9.2.6, without event names, ids and retries). */
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
      if (rest.length > longestEvent) throw new Error('an event of the answer is too long');
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

function readPart(data: string): AnswerPart | undefined {
  const frame = parseObject(data);
  switch (frame['type']) {
    case 'start':
      return { kind: 'start', notice: textOf(objectOf(frame['messageMetadata'])['notice']) };
    case 'source-url': {
      const source = sourceOf(frame);
      return source && { kind: 'source', source };
    }
    case 'text-start':
      return { kind: 'paragraph' };
    case 'text-delta':
      return { kind: 'text', text: textOf(frame['delta']) };
    case 'error':
      return { kind: 'problem', text: textOf(frame['errorText']) };
    case 'finish':
      return { kind: 'finish' };
    default:
      return undefined;
  }
}

function sourceOf(frame: Record<string, unknown>): Source | undefined {
  const number = Number(textOf(frame['sourceId']));
  const url = textOf(frame['url']);
  const isUsable = Number.isInteger(number) && number > 0 && URL.canParse(url) && isWebAddress(new URL(url));
  return isUsable ? { number, url, title: textOf(frame['title']) || url } : undefined;
}

/** The object that a JSON text is, or an empty one. */
export function parseObject(json: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(json));
  } catch {
    return {};
  }
}

export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
