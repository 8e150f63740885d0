import type { ServerResponse } from 'node:http';

type Change = (answer: Response) => Promise<Response>;

/**
 * Holds back an HTML answer that somebody else writes to the response, and sends what `change` makes of it.
 * Answers of other types, and those without a body by their status, go through as they are written.
 */
export function captureAnswer(
  response: ServerResponse,
  change: Change,
  report: (problem: string) => void,
): void {
  const original = {
    writeHead: response.writeHead.bind(response),
    write: response.write.bind(response),
    end: response.end.bind(response),
  };
  const chunks: Buffer[] = [];
  let isHeld: boolean | undefined;

  response.writeHead = function writeHead(status: number, ...rest: unknown[]) {
    setHeaders(response, rest.at(-1));
    response.statusCode = status;
    isHeld = /^text\/html\b/i.test(String(response.getHeader('content-type') ?? '')) && status !== 304;
    return isHeld ? response : original.writeHead(status);
  };

  response.write = function write(...parameters: Parameters<typeof original.write>) {
    if (isHeld === undefined) response.writeHead(response.statusCode);
    if (!isHeld) return original.write(...parameters);
    keep(parameters);
    return true;
  } as ServerResponse['write'];

  response.end = function end(...parameters: Parameters<typeof original.end>) {
    if (isHeld === undefined) response.writeHead(response.statusCode);
    if (!isHeld) return original.end(...parameters);
    keep(parameters);
    restore();
    void sendChanged(response, { body: Buffer.concat(chunks), change, report });
    return response;
  } as ServerResponse['end'];

  function keep([chunk, encoding, callback]: unknown[]): void {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array)
      chunks.push(Buffer.from(chunk as Uint8Array));
    const done = [chunk, encoding, callback].find((parameter) => typeof parameter === 'function');
    if (done) process.nextTick(done);
  }

  function restore(): void {
    Object.assign(response, original);
  }
}

function setHeaders(response: ServerResponse, headers: unknown): void {
  if (typeof headers !== 'object' || headers === null) return;
  const pairs: [string, unknown][] = Array.isArray(headers)
    ? Array.from({ length: headers.length / 2 }, (_, index) => [
        String(headers[2 * index]),
        headers[2 * index + 1],
      ])
    : Object.entries(headers);
  for (const [name, value] of pairs) {
    if (value !== undefined) response.setHeader(name, value as string | string[]);
  }
}

async function sendChanged(
  response: ServerResponse,
  { body, change, report }: { body: Buffer; change: Change; report: (problem: string) => void },
): Promise<void> {
  const cookies = response.getHeader('set-cookie');
  try {
    const answer = await change(asWebResponse(response, body));
    const content = Buffer.from(await answer.arrayBuffer());
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    if (cookies !== undefined) response.setHeader('set-cookie', cookies);
    response.statusCode = answer.status;
    response.end(content);
  } catch (error) {
    report(`could not convert a page: ${String(error)}`);
    response.statusCode = 500;
    response.removeHeader('content-length');
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.end(`This page could not be converted: ${String(error)}\n`);
  }
}

function asWebResponse(response: ServerResponse, body: Buffer): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (name !== 'set-cookie') headers.set(name, String(value));
  }
  return new Response(body.length === 0 ? null : new Uint8Array(body), {
    status: response.statusCode,
    headers,
  });
}
