import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { text as readAll } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { documents } from '#lib/content/discovery-documents.ts';
import {
  aiCatalogRules,
  authorizationServerRules,
  linksetRules,
  openIdRules,
  protectedResourceRules,
  securityTxtRules,
  skillFaults,
  skillIndexRules,
  type Rules,
} from '#test/discovery-rules.ts';
import { staffSettings } from '#test/staff-session.ts';
import { useShared } from '#test/use-shared.ts';
import { serveForms, type FormsSite } from './forms-site.ts';

const siteUrl = 'http://localhost:4321';
const plain = useShared(() => serveForms());
const equipped = useShared(() =>
  serveForms({
    ...staffSettings,
    GOOGLE_GENERATIVE_AI_API_KEY: 'key',
    CHAT_BASE_URL: 'http://127.0.0.1:9',
  }),
);

const sites = () => [plain, equipped];
const paths = Object.values(documents).map(({ path }) => path);
const read = async (site: FormsSite, path: string) => (await fetch(site.origin + path)).text();

const rules: [name: string, path: string, rules: Rules][] = [
  ['the API catalog', documents.apiCatalog.path, linksetRules],
  ['the AI catalog', documents.aiCatalog.path, aiCatalogRules],
  ['the ARD manifest', documents.ard.path, aiCatalogRules],
  ['the index of skills', documents.skills.path, skillIndexRules],
  ['the OAuth metadata', documents.authorizationServer.path, authorizationServerRules],
  ['the protected resource metadata', documents.protectedResource.path, protectedResourceRules],
  ['the OpenID metadata', documents.openIdConfiguration.path, openIdRules],
];

describe.each(rules)('%s', (_name, path, faultsOf) => {
  test('the document follows its specification in every configuration', async () => {
    for (const site of sites()) expect(faultsOf(JSON.parse(await read(site, path)), siteUrl)).toEqual([]);
  });

  test('the rules detect missing members, wrong types and foreign URLs', async () => {
    const document = JSON.parse(await read(equipped, path)) as unknown;

    const spared = mutationsOf(document).filter(({ mutant }) => faultsOf(mutant, siteUrl).length === 0);

    expect(spared.map(({ change }) => change).filter((change) => !harmless.test(change))).toEqual([]);
  });
});

/** Changes to members that the specifications do not require or restrict. */
const harmless =
  /without .*\.(type|title|tags|description|documentationUrl|logoUrl|service-doc|staff_sign_in_uri)$|without (host|staff_sign_in_uri)$|elsewhere host\./;

type Mutation = { change: string; mutant: unknown };

/** Returns copies of the document with one error each. */
function mutationsOf(document: unknown): Mutation[] {
  const mutations: Mutation[] = [];
  const visit = (node: unknown, path: string[]) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      const at = [...path, key];
      const isItem = Array.isArray(node);
      const change = (kind: string, replacement: unknown) =>
        mutations.push({ change: `${kind} ${at.join('.')}`, mutant: replaced(document, at, replacement) });
      if (!isItem) change('without', undefined);
      change('a number for', 42);
      if (typeof value === 'string' && value.startsWith(siteUrl)) {
        change('elsewhere', value.replace(siteUrl, 'https://evil.example'));
      }
      visit(value, at);
    }
  };
  visit(document, []);
  return mutations;
}

function replaced(node: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const copy = structuredClone(node) as Record<string, unknown>;
  if (rest.length > 0) copy[key] = replaced(copy[key], rest, value);
  else if (value === undefined) Reflect.deleteProperty(copy, key);
  else copy[key] = value;
  return copy;
}

test('security.txt follows RFC 9116, and the rules detect changed lines', async () => {
  const text = await read(plain, documents.security.path);
  const broken = [
    text.replace(/^Contact:.*\n/m, ''),
    text.replace(/^Expires:.*\n/m, ''),
    text.replace(/^(Expires:.*\n)/m, '$1$1'),
    text.replace(/^Expires: \d+/m, 'Expires: 2020'),
    text.replace(/^Expires: \d+/m, 'Expires: 2099'),
    text.replace('mailto:', ''),
    text.replace(siteUrl, 'https://evil.example'),
    text.replace('Canonical', 'Canon'),
    `${text}nothing`,
  ];

  expect(securityTxtRules(text, siteUrl)).toEqual([]);
  expect(broken.filter((each) => securityTxtRules(each, siteUrl).length === 0)).toEqual([]);
});

test('each skill matches its digest and name', async () => {
  const { skills } = JSON.parse(await read(plain, documents.skills.path)) as {
    skills: { name: string; url: string; digest: string }[];
  };

  expect(skills).toHaveLength(2);
  for (const { name, url, digest } of skills) {
    const bytes = Buffer.from(await (await fetch(url.replace(siteUrl, plain.origin))).arrayBuffer());
    expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`).toBe(digest);
    expect(skillFaults(bytes.toString(), name)).toEqual([]);
    expect(skillFaults(bytes.toString(), 'other')).not.toEqual([]);
  }
});

test('the AI catalog and the ARD manifest have the same body', async () => {
  expect(await read(plain, documents.ard.path)).toBe(await read(plain, documents.aiCatalog.path));
});

/** Addresses that accept only POST. */
const posted = ['/mcp', '/api/course-registration'];

test('every URL in the documents responds as described in every configuration', async () => {
  for (const site of sites()) {
    const listed = new Map<string, string | undefined>();
    for (const path of paths) {
      const body = await read(site, path);
      if (body.startsWith('{'))
        for (const { url, type } of typedUrls(JSON.parse(body))) listed.set(url, type);
      for (const url of urlsIn(body)) if (!listed.has(url)) listed.set(url, undefined);
    }
    for (const skill of [...listed.keys()].filter((each) => each.endsWith('SKILL.md'))) {
      for (const url of urlsIn(await read(site, skill.slice(siteUrl.length)))) listed.set(url, undefined);
    }

    expect(listed.size).toBeGreaterThan(100);
    for (const [url, type] of listed) {
      const path = url.slice(siteUrl.length) || '/';
      if (path === '/api/search?q=...') continue;
      const response = await fetch(site.origin + path, { headers: type ? { Accept: type } : {} });
      await response.body?.cancel();
      expect([path, response.status]).toEqual([path, posted.includes(path) ? 405 : 200]);
      if (type) expect(comparable(response.headers.get('Content-Type'))).toBe(comparable(type));
    }
  }
});

/** Returns the URLs of this site in a text. */
function urlsIn(text: string): string[] {
  const found = text.matchAll(/http:\/\/localhost:4321[^\s<>"'`)\\{}]*/g);
  return [...found].map(([url]) => url.replaceAll('&amp;', '&').replace(/[.,;…]+$/, ''));
}

/** Returns the URLs in a JSON document that have a media type. */
function typedUrls(node: unknown): { url: string; type: string }[] {
  if (typeof node !== 'object' || node === null) return [];
  const { href, url = href, type } = node as Record<string, unknown>;
  const isTyped = typeof url === 'string' && typeof type === 'string' && type.includes('/');
  return [...(isTyped ? [{ url, type }] : []), ...Object.values(node).flatMap(typedUrls)];
}

/** Removes the charset from a media type. */
function comparable(type: string | null): string {
  return (type ?? '').replaceAll(/;\s*charset=[\w-]+/g, '').replaceAll(/\s/g, '');
}

test('documents claim exactly the configured features', async () => {
  const speakers = [
    documents.aiCatalog,
    documents.ard,
    documents.mcpServerCard,
    documents.skills,
    documents.llms,
  ];
  const claims = /\bchat\b|answers questions|"ask"|`ask`/i;

  for (const { path } of speakers) expect(await read(plain, path), path).not.toMatch(claims);
  for (const { path } of [documents.aiCatalog, documents.ard, documents.mcpServerCard])
    expect(await read(equipped, path)).toMatch(claims);
  for (const { path } of [
    documents.authorizationServer,
    documents.protectedResource,
    documents.openIdConfiguration,
  ]) {
    expect(await read(plain, path)).not.toContain('staff');
    expect(await read(equipped, path)).toContain(`"staff_sign_in_uri": "${siteUrl}/staff"`);
  }
});

test('documents allow every origin, support entity tags and answer HEAD', async () => {
  for (const { path, type } of Object.values(documents)) {
    const get = await fetch(plain.origin + path);
    const head = await fetch(plain.origin + path, { method: 'HEAD' });
    const etag = get.headers.get('ETag') ?? '';
    const known = await fetch(plain.origin + path, { headers: { 'If-None-Match': `"other", W/${etag}` } });
    const other = await fetch(plain.origin + path, { headers: { 'If-None-Match': '"other"' } });
    const preflight = await fetch(plain.origin + path, { method: 'OPTIONS' });
    const body = await get.text();

    expect([get.status, head.status, known.status, other.status, preflight.status], path).toEqual([
      200, 200, 304, 200, 204,
    ]);
    expect(comparable(get.headers.get('Content-Type')), path).toBe(comparable(type));
    expect(etag, path).toMatch(/^"[^"]+"$/);
    expect([await head.text(), await known.text()], path).toEqual(['', '']);
    for (const name of ['Content-Type', 'ETag', 'Cache-Control', 'Access-Control-Allow-Origin', 'Link']) {
      expect(head.headers.get(name), `${name} of ${path}`).toBe(get.headers.get(name));
    }
    expect(get.headers.get('Access-Control-Allow-Origin'), path).toBe('*');
    expect(get.headers.get('Cache-Control'), path).toMatch(/^public, max-age=\d+/);
    expect(preflight.headers.get('Allow'), path).toContain('GET');
    expect(body.length, path).toBeGreaterThan(20);
  }
});

test('the API catalog names itself in a header, for GET and HEAD', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { headers } = await fetch(plain.origin + documents.apiCatalog.path, { method });

    expect(headers.get('Link')).toContain(`<${siteUrl}/.well-known/api-catalog>; rel="api-catalog"`);
  }
});

test('a forged Host does not change documents', async () => {
  for (const path of paths) {
    expect(await readAs('evil.example', path), path).toBe(await readAs('localhost', path));
    expect(await readAs('evil.example', path), path).not.toContain('evil.example');
  }
});

async function readAs(host: string, path: string): Promise<string> {
  return new Promise((done, fail) => {
    const sent = request(
      plain.origin + path,
      { headers: { Host: host } },
      (answer) => void readAll(answer).then(done, fail),
    );
    sent.on('error', fail).end();
  });
}

test('every page in both variants links to the documents, including pages on demand and 404', async () => {
  const relations = ['describedby', 'api-catalog', 'service-desc', 'service-doc', 'ai-catalog', 'ard'];
  for (const path of ['/', '/courses/soil-science', '/search', '/courses/find', '/register', '/nowhere']) {
    for (const accept of ['text/html', 'text/markdown']) {
      const { headers } = await fetch(plain.origin + path, { headers: { Accept: accept } });

      const found = [...(headers.get('Link') ?? '').matchAll(/rel="([^"]+)"/g)].map(([, name]) => name);
      expect(found, `${path} as ${accept}`).toEqual(expect.arrayContaining(relations));
    }
  }
});

test('auth.md lists the permissions under its own heading', async () => {
  const text = await read(plain, '/auth.md');

  expect(text).toMatch(/^# .*auth\.md/m);
});
