import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** How the verifier behaves: correctly, or with a failure. */
export type SiteverifyMode =
  | 'works'
  | 'silent'
  | 'trickles'
  | 'broken'
  | 'error'
  | 'reset'
  | 'redirects'
  | 'oversized';

/** The providers, with different responses. */
export type SiteverifyProvider = 'turnstile' | 'hcaptcha' | 'recaptcha' | 'recaptcha-v3';

export type SiteverifyStandIn = {
  url: string;
  /** The settings of a site whose challenges are verified here. */
  settings: Record<'CHALLENGE_SITE_KEY' | 'CHALLENGE_SECRET_KEY' | 'CHALLENGE_VERIFY_URL', string>;
  /** The posted forms, in order. */
  asked: Record<string, string>[];
  setMode(mode: SiteverifyMode): void;
  /** The host name in successful responses; undefined leaves it out. */
  setHostname(hostname: string | undefined): void;
  /** Default: Turnstile. */
  setProvider(provider: SiteverifyProvider): void;
  stop(): Promise<void>;
};

/**
 * Secret and tokens of a fictional site. Tokens that start with `good` pass once. The part after the dot is the action
 * of the widget: `good-1.signup`.
 */
export const standInSecret = 'stand-in-secret';
export const dummyToken = 'XXXX.DUMMY.TOKEN.XXXX';

const refuse = (...codes: string[]) => ({ success: false, 'error-codes': codes });

type Site = { hostname: string | undefined; provider: SiteverifyProvider };

/** Members of each provider besides `success`, `challenge_ts` and `hostname`. */
const additions: Record<SiteverifyProvider, (action: string) => object> = {
  turnstile: (action) => ({ 'error-codes': [], action, cdata: '', metadata: { interactive: false } }),
  hcaptcha: () => ({ credit: false }),
  recaptcha: () => ({}),
  'recaptcha-v3': (action) => ({ score: 0.9, action }),
};

function createJudge() {
  const spent = new Set<string>();
  return ({ secret = '', response = '' }: Record<string, string>, { hostname, provider }: Site): object => {
    const [, action = ''] = response.split('.');
    const moment = { challenge_ts: new Date().toISOString(), hostname };
    const pass = { success: true, ...moment, ...additions[provider](action) };
    if (secret === '') return refuse('missing-input-secret');
    if (response === '') return refuse('missing-input-response');
    if (secret.startsWith('1x0000')) {
      return response === dummyToken
        ? { ...pass, hostname: 'example.com', action: '', metadata: { result_with_testing_key: true } }
        : refuse('invalid-input-response');
    }
    if (secret.startsWith('2x0000')) return refuse('invalid-input-response');
    if (secret.startsWith('3x0000')) return refuse('timeout-or-duplicate');
    if (secret !== standInSecret) return refuse('invalid-input-secret');
    if (!response.startsWith('good')) return refuse('invalid-input-response');
    if (spent.has(response)) return refuse('timeout-or-duplicate');
    spent.add(response);
    return pass;
  };
}

/** A stand-in for siteverify on loopback, with Turnstile's test secrets. */
export async function startSiteverify({ port = 0 } = {}): Promise<SiteverifyStandIn> {
  const asked: Record<string, string>[] = [];
  const judge = createJudge();
  let mode: SiteverifyMode = 'works';
  const site: Site = { hostname: 'localhost', provider: 'turnstile' };

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const form = Object.fromEntries(new URLSearchParams(body));
      asked.push(form);
      if (mode === 'works') sendJson(response, judge(form, site));
      else misbehave(mode, response);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const url = `http://127.0.0.1:${address.port}/siteverify`;
  return {
    url,
    settings: {
      CHALLENGE_SITE_KEY: 'public-key',
      CHALLENGE_SECRET_KEY: standInSecret,
      CHALLENGE_VERIFY_URL: url,
    },
    asked,
    setMode: (next) => (mode = next),
    setHostname: (next) => (site.hostname = next),
    setProvider: (next) => (site.provider = next),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function sendJson(response: ServerResponse, answer: object): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
}

function misbehave(mode: Exclude<SiteverifyMode, 'works'>, response: ServerResponse): void {
  const json = { 'Content-Type': 'application/json' };
  if (mode === 'silent') return;
  if (mode === 'trickles') response.writeHead(200, json).write('{"success":');
  if (mode === 'broken') response.writeHead(200, json).end('{"success": tru');
  if (mode === 'error') response.writeHead(500, json).end('{"success":true}');
  if (mode === 'redirects') response.writeHead(307, { Location: 'http://127.0.0.1:9/' }).end();
  if (mode === 'reset') response.socket?.resetAndDestroy();
  if (mode === 'oversized')
    response.writeHead(200, json).end(`{"success":true,"x":"${'x'.repeat(200_000)}"}`);
}
