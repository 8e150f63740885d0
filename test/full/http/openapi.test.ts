import { globSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { errorCodes } from '#lib/http/api-error.ts';
import { limitRules } from '#lib/http/limits.ts';
import { createContract, type ApiDocument, type Contract } from '#test/api-contract.ts';
import { startGemini } from '#test/stand-ins/gemini.ts';
import { startSiteverify } from '#test/stand-ins/siteverify.ts';
import { newClient, serveForms, type FormsSite } from '#test/http/forms-site.ts';
import { staffSettings } from '#test/staff-session.ts';
import { useShared } from '#test/use-shared.ts';

const gemini = useShared(() => startGemini());
const verifier = useShared(() => startSiteverify());
/** The operations of the forms. */
const forms = ['registerForCourses', 'signUpForNewsletter', 'sendApplication', 'sendQuestion'];
const plain = useShared(() => serveForms());
const equipped = useShared(() =>
  serveForms({
    GOOGLE_GENERATIVE_AI_API_KEY: 'key',
    CHAT_BASE_URL: gemini.url,
    ...verifier.settings,
  }),
);
const storeless = useShared(() => serveForms({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' }));
const staffed = useShared(() => serveForms(staffSettings));
let document: ApiDocument;
let contract: Contract;
/** The statuses of the responses of each operation. */
const seen = new Map<string, Set<number>>();

beforeAll(async () => {
  document = (await (await fetch(`${plain.origin}/openapi.json`)).json()) as ApiDocument;
  contract = createContract(document);
});

type Asked = {
  /** Appended to the path. */
  query?: string;
  /** Replaces the operation's path if that has a parameter. */
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: unknown;
  client?: string;
};

/** Sends a request and checks the response against the document. Returns the status. */
async function ask(site: FormsSite, operationId: string, asked: Asked = {}): Promise<number> {
  const { path, method } = contract.find(operationId);
  const { body, headers, client = newClient() } = asked;
  const isText = typeof body === 'string' || body === undefined;
  const response = await fetch(`${site.origin}${asked.path ?? path}${asked.query ?? ''}`, {
    method: asked.method ?? method,
    redirect: 'manual',
    headers: {
      ...(!isText && { 'Content-Type': 'application/json' }),
      'X-Forwarded-For': client,
      ...headers,
    },
    body: isText ? (body ?? null) : JSON.stringify(body),
  });
  const { status } = response;
  const faults = await contract.check(operationId, response);
  expect(faults, `${operationId} ${JSON.stringify(asked).slice(0, 300)} answered ${status}`).toEqual([]);
  seen.set(operationId, (seen.get(operationId) ?? new Set()).add(status));
  return status;
}

type TextSchema = { maxLength: number; items?: TextSchema; anyOf?: TextSchema[] };

const exampleOf = (operationId: string): Record<string, unknown> => {
  const media = Object.values(contract.find(operationId).described.requestBody?.content ?? {})[0];
  return media?.example as Record<string, unknown>;
};

test('the document is OpenAPI 3.1.0, version 1.1.0, with one server and unique operation ids', () => {
  const ids = contract.operations.map(({ described }) => described.operationId);

  expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.1.0']);
  expect(document.servers.map(({ url }) => url)).toEqual(['/']);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { described, path } of contract.operations) {
    expect(described, path).toMatchObject({ summary: expect.any(String), description: expect.any(String) });
  }
});

test('every endpoint file has operations, and every operation a file', () => {
  const files = globSync(['api/**/*.ts', 'mcp/**/*.ts', '*.json.ts', '.well-known/**/*.ts'], {
    cwd: 'src/pages',
  });
  const described = contract.operations.map(({ path, method }) => `${method} ${path}`);
  const patternOf = (file: string) =>
    new RegExp(
      `^/${file
        .replace(/(\/index)?\.ts$/, '')
        .replaceAll('.', '\\.')
        .replace(/\/?\[\\.\\.\\.\w+\]/, '(/.+)?')
        .replaceAll(/\[\w+\]/g, '[^/]+')}$`,
    );
  const methodsIn = (file: string) =>
    [
      ...readFileSync(`src/pages/${file}`, 'utf8').matchAll(/^export const (GET|POST|PUT|PATCH|DELETE)\b/gm),
    ].map(([, method]) => method ?? '');
  // Not described: the skills and the server card at its older address, to which other documents link, and the webhook,
  // which only the operator uses.
  const throughOthers = [
    /^\.well-known\/agent-skills\/\[name\]/,
    /^\.well-known\/mcp\//,
    /^api\/content-hook/,
  ];

  const undescribed = files.flatMap((file) => {
    if (throughOthers.some((pattern) => pattern.test(file))) return [];
    const own = described.filter((one) => patternOf(file).test(one.split(' ')[1] ?? ''));
    if (own.length === 0) return [file];
    return methodsIn(file)
      .filter((method) => !own.some((one) => one.startsWith(`${method} `)))
      .map((method) => `${method} of ${file}`);
  });
  const withoutFile = contract.operations
    .map(({ path }) => path)
    .filter((path) => /^\/(api|mcp)(\/|$)/.test(path))
    .filter((path) => !files.some((file) => patternOf(file).test(path)));

  expect(undescribed).toEqual([]);
  expect(withoutFile).toEqual([]);
});

test('the document states the limits in use', () => {
  const limitOf = (operationId: string) =>
    (contract.find(operationId).described as unknown as Record<string, unknown>)['x-rate-limit'];

  const rules = [...['search', 'ask', 'sendMcpMessage'], ...forms].map(limitOf);

  expect(rules).toEqual(
    (['search', 'chat', 'mcp', 'registration', 'signup', 'application', 'enquiry'] as const).map((name) => {
      const { points, seconds } = limitRules[name];
      return { name, requests: points, seconds };
    }),
  );
});

test('the document lists every error code of the public API', () => {
  const text = JSON.stringify(document);
  const ofOperator = 'UNAUTHORIZED';
  const codes = Object.keys(errorCodes).filter((code) => code !== ofOperator);
  const missing = codes.filter((code) => !text.includes(`"${code}"`));

  expect(missing).toEqual([]);
});

test('health, challenge and search responses match the description', async () => {
  expect(await ask(plain, 'getHealth')).toBe(200);
  expect(await ask(plain, 'isChallengeRequired')).toBe(200);
  expect(await ask(plain, 'getChallengeSiteKey')).toBe(503);
  expect(await ask(equipped, 'isChallengeRequired')).toBe(200);
  expect(await ask(equipped, 'getChallengeSiteKey')).toBe(200);
  for (const query of [
    '?q=soil',
    '?q=hydrolgy&limit=50',
    '?q=zzzzqqq',
    '?q=water&type=course&type=news&offset=3',
  ]) {
    expect(await ask(plain, 'search', { query }), query).toBe(200);
  }
  for (const query of [
    '',
    '?q=',
    '?q=a&limit=0',
    '?q=a&limit=51',
    '?q=a&offset=1001',
    '?q=a&type=x',
    '?q=a&q=b',
  ]) {
    expect(await ask(plain, 'search', { query }), query).toBe(400);
  }
});

test('search rejects exactly the parameters that the document forbids', async () => {
  const { parameters = [] } = contract.find('search').described;
  const bounds = parameters.flatMap((parameter) => {
    if (!('name' in parameter) || parameter.schema['type'] !== 'integer') return [];
    const { minimum, maximum } = parameter.schema as { minimum: number; maximum: number };
    return [
      ...[minimum, maximum].map((value) => ({ name: parameter.name, value, status: 200 })),
      ...[minimum - 1, maximum + 1].map((value) => ({ name: parameter.name, value, status: 400 })),
    ];
  });

  expect(bounds).toHaveLength(8);
  for (const { name, value, status } of bounds) {
    expect(await ask(plain, 'search', { query: `?q=soil&${name}=${value}` })).toBe(status);
  }
});

test.each([...forms, 'ask', 'sendMcpMessage'])('the example of %s is accepted', async (operationId) => {
  const site = operationId === 'ask' ? equipped : plain;
  const headers = { Accept: 'application/json, text/event-stream' };

  expect(contract.takesBody(operationId, exampleOf(operationId))).toBe(true);
  expect(await ask(site, operationId, { body: exampleOf(operationId), headers })).toBe(200);
});

test.each([...forms, 'ask'])('%s rejects what its schema rejects, as described', async (operationId) => {
  const site = operationId === 'ask' ? equipped : plain;
  const example = exampleOf(operationId);
  const replacements = [null, 17, '', {}, [], [17], 'x'.repeat(20_000)];
  const bodies = Object.keys(example).flatMap((name) => [
    Object.fromEntries(Object.entries(example).filter(([key]) => key !== name)),
    ...replacements.map((value) => ({ ...example, [name]: value })),
  ]);

  const refused = bodies.filter((body) => !contract.takesBody(operationId, body));

  expect(refused.length).toBeGreaterThan(5);
  for (const body of refused) {
    expect(await ask(site, operationId, { body }), JSON.stringify(body).slice(0, 200)).toBe(400);
  }
});

test.each([
  ['registerForCourses', ['givenName', 'familyName', 'note']],
  ['signUpForNewsletter', ['name', 'interests']],
  ['sendApplication', ['givenName', 'familyName', 'telephone', 'qualifications']],
  ['sendQuestion', ['name', 'question', 'telephone']],
] as const)(
  '%s accepts texts up to the maximum length in its schema, and rejects longer ones',
  async (operationId, names) => {
    const [media] = Object.values(contract.find(operationId).described.requestBody?.content ?? {});
    const properties = media?.schema['properties'] as Record<string, TextSchema>;
    for (const name of names) {
      const schema = properties[name]!;
      const longest = (schema.items ?? schema.anyOf?.at(-1) ?? schema).maxLength;
      const withText = (length: number) => {
        const text = 'é'.repeat(length);
        return { ...exampleOf(operationId), [name]: schema.items ? [text] : text };
      };

      expect(await ask(plain, operationId, { body: withText(longest) }), name).toBe(200);
      expect(await ask(plain, operationId, { body: withText(longest + 1) }), name).toBe(400);
      expect(contract.takesBody(operationId, withText(longest + 1)), name).toBe(false);
    }
  },
);

test.each([...forms, 'ask', 'sendMcpMessage'])(
  '%s rejects other types, large bodies and other origins as described',
  async (operationId) => {
    const site = operationId === 'ask' ? equipped : plain;
    const headers = { Accept: 'application/json, text/event-stream' };
    const json = { ...headers, 'Content-Type': 'application/json' };

    expect(
      await ask(site, operationId, { body: 'a=b', headers: { ...headers, 'Content-Type': 'text/plain' } }),
    ).toBe(415);
    expect(await ask(site, operationId, { body: `"${'x'.repeat(70_000)}"`, headers: json })).toBe(413);
    expect(await ask(site, operationId, { body: '{', headers: json })).toBe(400);
    const foreign = { ...headers, Origin: 'https://evil.example' };
    expect(await ask(site, operationId, { body: exampleOf(operationId), headers: foreign })).toBe(403);
  },
);

test.each([
  ['registerForCourses', 'registration'],
  ['signUpForNewsletter', 'signup'],
  ['sendApplication', 'application'],
  ['sendQuestion', 'enquiry'],
  ['ask', 'chat'],
] as const)('%s answers the first request over its rate limit as described', async (operationId, name) => {
  const client = newClient();
  for (let count = 0; count < limitRules[name].points; count += 1) {
    expect(await ask(plain, operationId, { body: {}, client })).not.toBe(429);
  }

  expect(await ask(plain, operationId, { body: {}, client })).toBe(429);
});

test('429 responses of search and MCP match the description', async () => {
  const client = newClient();
  const path = `${plain.origin}/api/search?q=soil`;
  const headers = { 'X-Forwarded-For': client };
  const mcp = { method: 'POST', headers, body: '{}' };
  for (let count = 0; count < limitRules.search.points; count += 50) {
    await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(path, { method: 'HEAD', headers })).text()),
    );
    await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(`${plain.origin}/mcp`, mcp)).text()),
    );
  }

  expect(await ask(plain, 'search', { query: '?q=soil', client })).toBe(429);
  expect(await ask(plain, 'sendMcpMessage', { body: exampleOf('sendMcpMessage'), client })).toBe(429);
});

test('challenge errors match the description', async () => {
  const actions = {
    registerForCourses: 'registration',
    signUpForNewsletter: 'signup',
    sendApplication: 'application',
    sendQuestion: 'enquiry',
  };
  for (const [operationId, action] of Object.entries(actions)) {
    const body = exampleOf(operationId);
    verifier.setMode('works');
    expect(await ask(equipped, operationId, { body })).toBe(400);
    expect(await ask(equipped, operationId, { body: { ...body, challengeToken: 'bad' } })).toBe(400);
    const challengeToken = `good-${operationId}.${action}`;
    expect(await ask(equipped, operationId, { body: { ...body, challengeToken } })).toBe(200);
    verifier.setMode('error');
    expect(
      await ask(equipped, operationId, {
        body: { ...body, challengeToken: `good-2-${operationId}.${action}` },
      }),
    ).toBe(503);
  }
});

test('503 responses without a store, model or directory match the description', async () => {
  for (const operationId of forms) {
    expect(await ask(storeless, operationId, { body: exampleOf(operationId) })).toBe(503);
  }
  expect(await ask(plain, 'ask', { body: exampleOf('ask') })).toBe(503);
  expect(await ask(plain, 'listAuthAddresses')).toBe(503);
  expect(await ask(plain, 'getSession')).toBe(200);
  for (const action of ['csrf', 'providers', 'signin', 'signout', 'error', 'nothing']) {
    expect(await ask(plain, 'getAuthAction', { path: `/api/auth/${action}` })).toBe(503);
    expect(await ask(plain, 'postAuthAction', { path: `/api/auth/${action}` })).toBe(503);
  }
  for (const action of ['signin', 'callback']) {
    const path = `/api/auth/${action}/directory`;
    expect(await ask(plain, 'getDirectoryAction', { path })).toBe(503);
    expect(await ask(plain, 'postDirectoryAction', { path })).toBe(503);
  }
});

test('sign-in routes match the description while the directory is down', async () => {
  expect(await ask(staffed, 'listAuthAddresses')).toBe(200);
  expect(await ask(staffed, 'listAuthAddresses', { method: 'POST' })).toBe(405);
  expect(await ask(staffed, 'getSession')).toBe(200);
  expect(await ask(staffed, 'getSession', { method: 'DELETE' })).toBe(405);
  const statuses = {
    session: 200,
    csrf: 200,
    providers: 200,
    signin: 303,
    signout: 303,
    error: 303,
    nothing: 404,
  };
  for (const [action, status] of Object.entries(statuses)) {
    expect(await ask(staffed, 'getAuthAction', { path: `/api/auth/${action}` }), action).toBe(status);
  }
  const path = '/api/auth/signout';
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect(await ask(staffed, 'postAuthAction', { path, body: 'csrfToken=x', headers: form })).toBeLessThan(
    304,
  );
  expect(await ask(staffed, 'postAuthAction', { path, body: 'x'.repeat(10_000), headers: form })).toBe(413);
  expect(
    await ask(staffed, 'postAuthAction', { path, body: 'x', headers: { 'Content-Type': 'text/plain' } }),
  ).toBe(415);
  expect(await ask(staffed, 'postAuthAction', { path, body: 'csrfToken=%ff', headers: form })).toBe(400);
  const foreign = { ...form, Origin: 'https://evil.example' };
  expect(await ask(staffed, 'postAuthAction', { path, body: 'csrfToken=x', headers: foreign })).toBe(403);
  expect(await ask(staffed, 'postAuthAction', { path: '/api/auth/csrf', body: '', headers: form })).toBe(405);
  const directory = { path: '/api/auth/signin/directory', body: 'csrfToken=x', headers: form };
  expect(await ask(staffed, 'postDirectoryAction', directory)).toBeLessThan(304);
  expect(await ask(staffed, 'getDirectoryAction', { path: directory.path })).toBe(303);
  expect(await ask(staffed, 'getDirectoryAction', { path: '/api/auth/callback/directory?code=x' })).toBe(303);
});

test('responses to MCP notifications, unknown methods and invalid messages match the description', async () => {
  const headers = { Accept: 'application/json, text/event-stream' };
  const send = (body: object) => ask(plain, 'sendMcpMessage', { body, headers });

  expect(await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).toBe(202);
  expect(await send({ jsonrpc: '2.0', id: 2, method: 'tools/list' })).toBe(200);
  expect([200, 400, 404]).toContain(await send({ jsonrpc: '2.0', id: 3, method: 'no/such/method' }));
  expect(await send([{ jsonrpc: '2.0', id: 4, method: 'tools/list' }])).toBe(400);
  expect(await send({ id: 5 })).toBe(400);
  expect(
    await ask(plain, 'sendMcpMessage', {
      body: exampleOf('sendMcpMessage'),
      headers: { Accept: 'text/html' },
    }),
  ).toBe(406);
});

test('405 responses match the description', async () => {
  const others = contract.operations.filter(({ path }) => !/\{unknown\}|\/auth/.test(path));
  for (const { path, described } of others) {
    expect(await ask(plain, described.operationId, { method: 'DELETE' }), path).toBe(405);
  }
});

test('unknown API paths return JSON for every method', async () => {
  for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
    for (const path of ['/api/nothing', '/api/nothing/at/all', '/api/search/x']) {
      expect(await ask(plain, `${method}Unknown`, { path })).toBe(404);
    }
  }
});

test('every document matches the description and supports 304', async () => {
  const documents = contract.operations.filter(({ described }) =>
    described.parameters?.some((each) => '$ref' in each && each.$ref.endsWith('IfNoneMatch')),
  );

  expect(documents.length).toBeGreaterThan(12);
  for (const { path, described } of documents) {
    const { headers } = await fetch(plain.origin + path);
    const etag = headers.get('ETag') ?? '';

    expect(await ask(plain, described.operationId), path).toBe(200);
    expect(await ask(plain, described.operationId, { headers: { 'If-None-Match': etag } }), path).toBe(304);
  }
});

test('each operation was tested with a success and an error', () => {
  const lacking = contract.operations
    .filter(({ path }) => !path.includes('{unknown}'))
    .filter(({ described: { operationId } }) => {
      const statuses = [...(seen.get(operationId) ?? [])];
      return !statuses.some((status) => status < 400) || !statuses.some((status) => status >= 400);
    });

  expect(lacking.map(({ described }) => described.operationId)).toEqual([]);
});

test('the contract check detects differences', async () => {
  const answer = (body: unknown, init: ResponseInit = {}) =>
    contract.check(
      'getHealth',
      Response.json(body, {
        ...init,
        headers: { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*', ...init.headers },
      }),
    );

  expect(await answer({ status: 'ok' })).toEqual([]);
  expect(await answer({ status: 'bad' })).toHaveLength(1);
  expect(await answer({ status: 'ok', more: 1 })).toHaveLength(1);
  expect(await answer({ status: 'ok' }, { status: 201 })).toHaveLength(1);
  expect(await answer({ status: 'ok' }, { headers: { 'Retry-After': '1' } })).toHaveLength(1);
  expect(await answer({ status: 'ok' }, { headers: { 'Content-Type': 'text/html' } })).toHaveLength(1);
});
