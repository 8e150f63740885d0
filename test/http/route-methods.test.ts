import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findRoutePolicy } from '#app/route-policies.ts';
import { newClient, serveForms } from './forms-site.ts';
import { useShared } from '#test/use-shared.ts';

/** All routes that are rendered on demand, also those to come. */
const routes = globSync('src/pages/**/*.{ts,astro}')
  .filter((file) => readFileSync(file, 'utf8').includes('export const prerender = false'))
  .map((file) => file.replace(/^src\/pages|(\/index)?\.(ts|astro)$/g, ''))
  .toSorted();
const addresses = routes.map((route) => [route, route.replace(/\[[^\]]+\]/g, 'nothing')] as const);
// These answer for themselves, and are tested with their protocols.
const withOwnMethods = routes.filter((route) => findRoutePolicy(route).methods === 'route');
const others = addresses.filter(([route]) => !withOwnMethods.includes(route));

const site = useShared(() => serveForms());

const ask = (path: string, method: string, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, {
    method,
    headers: { 'X-Forwarded-For': newClient(), ...headers },
    redirect: 'manual',
  });

function allowOf(route: string): string {
  const { methods } = findRoutePolicy(route);
  const names = [methods.includes('GET') && 'GET, HEAD', methods.includes('POST') && 'POST', 'OPTIONS'];
  return names.filter(Boolean).join(', ');
}

test('few routes answer for methods themselves', () => {
  expect(withOwnMethods).toEqual(['/api/[...path]', '/api/auth/[...action]', '/api/content-hook', '/mcp']);
  expect(others.length).toBeGreaterThan(60);
});

test.each(others)('%s refuses methods that it does not have, and lists those it has', async (route, path) => {
  const { methods } = findRoutePolicy(route);
  const refused = ['DELETE', 'PATCH', 'PUT', ...(methods.includes('POST') ? [] : ['POST'])];
  const answers = await Promise.all(refused.map((method) => ask(path, method)));
  const options = await ask(path, 'OPTIONS');

  for (const { status, headers } of answers) {
    expect([status, headers.get('Allow')]).toEqual([405, allowOf(route)]);
    expect(headers.get('Cache-Control')).toBe('no-store');
  }
  expect([options.status, options.headers.get('Allow')]).toEqual([204, allowOf(route)]);
});

test.each(others.filter(([route]) => findRoutePolicy(route).methods.includes('GET')))(
  'no shared cache keeps what %s renders for one visitor',
  async (route, path) => {
    const { headers } = await ask(path, 'GET');

    const caching = headers.get('Cache-Control') ?? '';
    // Documents are the same for all clients, and do not vary.
    if (caching.startsWith('public')) {
      expect([findRoutePolicy(route).isOpen, headers.get('Vary')]).toEqual([true, null]);
      expect(headers.get('X-RateLimit-Limit')).toBeNull();
    } else {
      expect(caching).toMatch(/^(private|no-store)/);
    }
  },
);

test('scripts of any site may call what is open, with headers of their own', async () => {
  const preflight = { Origin: 'https://reader.example', 'Access-Control-Request-Headers': 'x-trace' };
  const open = others.filter(([route]) => {
    const { isOpen, methods } = findRoutePolicy(route);
    return isOpen && methods.includes('GET');
  });
  const published = ['/robots.txt', '/news/feed.xml', '/.well-known/api-catalog', '/fees.md'];

  for (const path of [...open.map(([, address]) => address), ...published]) {
    const { status, headers } = await ask(path, 'OPTIONS', preflight);

    const allowed = ['Origin', 'Methods', 'Headers'].map((name) =>
      headers.get(`Access-Control-Allow-${name}`),
    );
    expect([path, status, ...allowed]).toEqual([path, 204, '*', 'GET, HEAD', '*']);
  }
  expect(open.map(([route]) => route)).toContain('/api/search');
  for (const path of ['/api/chat', '/api/enquiry', '/search', '/staff']) {
    const { headers } = await ask(path, 'OPTIONS', preflight);
    expect(headers.get('Access-Control-Allow-Origin'), path).toBeNull();
  }
});
