import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import {
  beginSignIn,
  chooseAtDirectory,
  openBrowser,
  serveWithStandIn,
  signIn,
} from '#test/http/auth-site.ts';
import { ask, readChunks, serveChat } from '#test/http/chat-site.ts';
import { eventually, newClient, send, serveForms, signupPath } from '#test/http/forms-site.ts';
import { useShared } from '#test/use-shared.ts';

const site = useShared(() => serveChat({ METRICS_PORT: '0', CHAT_DAILY_LIMIT: '3' }));
let port = 0;

beforeAll(() => {
  port = metricsPortOf(site.output());
});

function metricsPortOf(output: string): number {
  return Number(/metrics at http:\/\/127\.0\.0\.1:(\d+)\/metrics/.exec(output)?.[1]);
}

type Options = { method?: string; headers?: Record<string, string>; host?: string };

async function get(path: string, { method = 'GET', headers = {}, host = '127.0.0.1' }: Options = {}) {
  return new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
    request({ host, port, path, method, headers, agent: false }, (response) => {
      const { statusCode: status = 0, headers: got } = response;
      const type = got['content-type'] ?? '';
      text(response).then((body) => resolve({ status, type, body }), reject);
    })
      .on('error', reject)
      .end();
  });
}

/** Samples by name and labels, `name{a="b"}`. */
async function scrape(): Promise<Map<string, number>> {
  const { body } = await get('/metrics');
  const samples = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** Runs `work` and returns how much it increased each sample. */
async function growth(work: () => Promise<unknown>): Promise<(sample: string) => number> {
  const before = await scrape();
  await work();
  // Waits, because responses are counted after they are sent.
  await new Promise((done) => setTimeout(done, 50));
  const after = await scrape();
  return (sample) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
}

test('metrics and /ready are served on loopback only, with a loopback Host', async () => {
  const answers = await Promise.all([
    get('/metrics', { headers: { Host: `localhost:${port}` } }),
    get('/metrics', { headers: { Host: 'rebound.example.org' } }),
    get('/metrics', { headers: { Host: `127.0.0.1.example.org:${port}` } }),
    get('/ready', { headers: { Host: 'rebound.example.org' } }),
    get('/ready'),
    get('/'),
    get('/metrics?x=1'),
    get('/metrics', { method: 'POST' }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 403, 200, 404, 404, 405]);
  expect(answers[0].type).toContain('version=0.0.4');
  await expect(get('/metrics', { host: '127.0.0.2' })).rejects.toThrow('ECONNREFUSED');
  expect((await fetch(`${site.origin}/metrics`)).status).toBe(404);
});

test('requests are counted by class, route and status, with durations', async () => {
  const grown = await growth(async () => {
    for (const path of [
      '/',
      '/',
      '/index.md',
      '/icon.svg',
      '/about/',
      '/nowhere-at-all',
      '/api/health',
      '/search?q=a',
    ]) {
      await (await fetch(site.origin + path, { redirect: 'manual' })).text();
    }
    await fetch(site.origin, { method: 'DELETE' });
  });

  const requests = (labels: string) => grown(`lectern_http_requests_total{${labels}}`);
  expect(requests('class="page",route="published",status="200"')).toBe(2);
  expect(requests('class="twin",route="published",status="200"')).toBe(1);
  expect(requests('class="file",route="published",status="200"')).toBe(1);
  expect(requests('class="redirect",route="published",status="308"')).toBe(1);
  expect(requests('class="refused",route="published",status="405"')).toBe(1);
  expect(requests('class="missing",route="(missing)",status="404"')).toBe(1);
  expect(requests('class="api",route="/api/health",status="200"')).toBe(1);
  expect(requests('class="page",route="/search",status="200"')).toBe(1);
  const times = 'lectern_http_request_duration_seconds';
  expect(grown(`${times}_count{class="page",route="published"}`)).toBe(2);
  expect(grown(`${times}_bucket{le="+Inf",class="page",route="published"}`)).toBe(2);
  expect(grown(`${times}_sum{class="api",route="/api/health"}`)).toBeGreaterThan(0);
});

test('searches are counted by outcome', async () => {
  const grown = await growth(async () => {
    for (const query of ['soil', 'hydrollogy', 'zzzzzzzzzz']) {
      await fetch(`${site.origin}/api/search?q=${query}`);
    }
  });

  const queries = (outcome: string) => grown(`lectern_search_queries_total{outcome="${outcome}"}`);
  expect(['found', 'corrected', 'nothing', 'failed'].map(queries)).toEqual([1, 1, 1, 0]);
  expect(grown('lectern_search_duration_seconds_count')).toBe(3);
});

test('chat answers are counted with tokens, failures, aborts and refusals', async () => {
  const grown = await growth(async () => {
    await readChunks(await ask(site.origin));
    site.gemini.behave('failing');
    await readChunks(await ask(site.origin));
    site.gemini.behave('slow');
    const leaving = new AbortController();
    const response = await ask(site.origin, undefined, { signal: leaving.signal });
    await response.body?.getReader().read();
    expect((await scrape()).get('lectern_chat_places_in_use')).toBe(1);
    leaving.abort();
    await eventually(async () => (await scrape()).get('lectern_chat_places_in_use') === 0 || undefined);
    expect((await ask(site.origin)).status).toBe(503);
  });

  const answers = (outcome: string) => grown(`lectern_chat_answers_total{outcome="${outcome}"}`);
  expect(['answered', 'failed', 'aborted', 'over-limit'].map(answers)).toEqual([1, 1, 1, 1]);
  expect(grown('lectern_chat_refusals_total{reason="day"}')).toBe(1);
  expect(grown('lectern_http_aborted_total')).toBe(1);
  expect(grown('lectern_chat_tokens_total{direction="input"}')).toBeGreaterThan(0);
  expect(grown('lectern_chat_tokens_total{direction="output"}')).toBeGreaterThan(0);
});

test('429 responses are counted by limit', async () => {
  const client = newClient();
  const grown = await growth(async () => {
    for (let index = 0; index < 4; index += 1) await send(site.origin, signupPath, {}, { client });
  });

  expect(grown('lectern_limit_refusals_total{limit="signup"}')).toBe(1);
  expect(
    grown('lectern_http_requests_total{class="api",route="/api/email-marketing-signup",status="429"}'),
  ).toBe(1);
});

test('sign-ins are counted by result', async () => {
  const staffed = await serveWithStandIn({ METRICS_PORT: '0' });
  const ownPort = port;
  port = metricsPortOf(staffed.output());
  try {
    const grown = await growth(async () => {
      await signIn(openBrowser(), staffed.siteUrl);
      const visitor = openBrowser();
      const back = await chooseAtDirectory(visitor, await beginSignIn(visitor, staffed.siteUrl), 'piet');
      await visitor.send(back);
      // The callback of another browser, with a state that this browser does not have.
      await openBrowser().send(back);
    });

    const results = ['accepted', 'refused', 'failed'].map((result) =>
      grown(`lectern_sign_ins_total{result="${result}"}`),
    );
    expect(results).toEqual([1, 1, 1]);
  } finally {
    port = ownPort;
    await staffed.remove();
  }
});

test('metrics include the store, the process and the build', async () => {
  const samples = await scrape();

  const build = [...samples].find(([name]) => name.startsWith('lectern_build_info{'));
  expect(build?.[0]).toMatch(/version="\d+\.\d+\.\d+",pages="\d{2,}"/);
  expect(samples.get('lectern_store_up')).toBe(1);
  expect(samples.get('lectern_store_latency_seconds')).toBeGreaterThan(0);
  expect(samples.get('lectern_http_connections')).toBeGreaterThan(0);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(samples.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
});

test('queued emails are counted, with the age of the oldest', async () => {
  const smtp = await startSmtp();
  await smtp.stop();
  const mailing = await serveForms({ METRICS_PORT: '0', SMTP_URL: smtp.url, MAIL_FROM: 'site@example.org' });
  const ownPort = port;
  port = metricsPortOf(mailing.output());
  try {
    await send(mailing.origin, signupPath, { email: 'reader@example.org' });

    const samples = await eventually(async () => {
      const all = await scrape();
      return (all.get('lectern_outbox_oldest_seconds') ?? 0) > 0.5 ? all : undefined;
    });

    expect(samples.get('lectern_outbox_mails{status="queued"}')).toBe(1);
    expect(samples.get('lectern_outbox_mails{status="parked"}')).toBe(0);
  } finally {
    port = ownPort;
    await mailing.remove();
  }
});

test('an unavailable store is reported as down, without outbox metrics', async () => {
  const storeless = await serveForms({
    METRICS_PORT: '0',
    DATABASE_URL: 'postgres://nobody:a-password-of-note@127.0.0.1:9/nothing',
  });
  const ownPort = port;
  port = metricsPortOf(storeless.output());
  try {
    await send(storeless.origin, signupPath, { email: 'reader@example.org' });
    const samples = await scrape();

    expect(samples.get('lectern_store_up')).toBe(0);
    expect(samples.get('lectern_limit_store_up')).toBe(0);
    expect(samples.get('lectern_limit_fallbacks_total')).toBeGreaterThan(0);
    expect([...samples.keys()].filter((name) => name.startsWith('lectern_outbox'))).toEqual([]);
    expect(storeless.output()).not.toContain('a-password-of-note');
  } finally {
    port = ownPort;
    await storeless.remove();
  }
});

test('metrics are off without a port, and a port in use stops the start with a plain message', async () => {
  const plain = await serveForms();
  const output = plain.output();
  await plain.remove();

  expect(output).not.toContain('metrics at');
  await expect(serveForms({ METRICS_PORT: String(port) })).rejects.toThrow(
    `port ${port} is taken: set METRICS_PORT to another`,
  );
});

test('docs/monitoring.md lists every metric, and the dashboard and alerts use no others', async () => {
  const { body } = await get('/metrics');
  const types = new Map(
    [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  const series = new Set(
    [...types].flatMap(([name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  const named = (file: string) =>
    new Set(readFileSync(file, 'utf8').match(/\b(?:lectern|nodejs|process)_[a-z0-9_]+\b/g));

  const documented = named('docs/monitoring.md');
  const own = [...types.keys()].filter((name) => name.startsWith('lectern_'));
  expect(own.filter((name) => !documented.has(name))).toEqual([]);
  expect([...documented].filter((name) => !types.has(name))).toEqual([]);
  for (const file of ['docs/grafana-dashboard.json', 'docs/alerts.yml']) {
    expect(named(file).size).toBeGreaterThan(5);
    expect([...named(file)].filter((name) => !series.has(name))).toEqual([]);
  }
});

test('the dashboard and the alerts use existing labels', async () => {
  await (await fetch(site.origin)).text();
  const labels = new Map<string, Set<string>>();
  for (const sample of (await scrape()).keys()) {
    const [, name = '', list = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(sample) ?? [];
    const known = labels.get(name) ?? new Set(['job', 'instance']);
    for (const [, label = ''] of list.matchAll(/(\w+)="/g)) known.add(label);
    labels.set(name, known);
  }
  const expressions = [...readExpressions(), ...readRules().map(({ expr }) => expr)];

  const unknown = expressions.flatMap((expr) => {
    // An expression may combine two metrics. Each part has its own `by` clause.
    const parts = expr.split(/\sor\s|\)\s*\/\s*sum/);
    return parts.flatMap((part) => {
      const [, name = '', selectors = ''] =
        /\b((?:lectern|nodejs|process)_\w+)(?:\{([^}]*)\})?/.exec(part) ?? [];
      const chosen = [...selectors.matchAll(/(\w+)(?:=~?|!=|!~)"/g)].map(([, label = '']) => label);
      const grouped = (/\bby \(([^)]*)\)/.exec(part)?.[1] ?? '')
        .split(/,\s*/)
        .filter((label) => label !== '');
      return [...chosen, ...grouped].filter((label) => name !== '' && !labels.get(name)?.has(label));
    });
  });

  expect(expressions.length).toBeGreaterThan(30);
  expect(unknown).toEqual([]);
});

function readRules(): { expr: string }[] {
  const file = parse(readFileSync('docs/alerts.yml', 'utf8')) as { groups: { rules: { expr: string }[] }[] };
  return file.groups.flatMap(({ rules }) => rules);
}

function readExpressions(): string[] {
  const { panels } = JSON.parse(readFileSync('docs/grafana-dashboard.json', 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

test('the dashboard is valid for Grafana, with a query in each panel', () => {
  const { panels } = JSON.parse(readFileSync('docs/grafana-dashboard.json', 'utf8')) as {
    panels: { id: number; type: string; targets?: { expr: string }[] }[];
  };

  const shown = panels.filter(({ type }) => type !== 'row');
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(shown.every(({ targets }) => targets?.every(({ expr }) => expr.length > 10))).toBe(true);
});
