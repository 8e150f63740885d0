import { globSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOfDesk } from '#app/route-policies.ts';
import { cookieOf, staffSettings } from '#test/staff-session.ts';
import { serveForms, type FormsSite } from './forms-site.ts';
import { createStaffClient } from './staff-client.ts';

/** The addresses of the desk, also those to come. */
const addresses = globSync('src/pages/{staff/content,preview}/**/*.{ts,astro}')
  .map((file) => file.replace(/^src\/pages|(\/index)?\.(ts|astro)$/g, '').replace(/\[[^\]]+\]/g, 'nothing'))
  .concat('/%73taff/content', '/staff/conten%74/edit')
  .toSorted();

let site: FormsSite;
const { get } = createStaffClient(() => site.origin);

beforeAll(async () => {
  site = await serveForms({ ...staffSettings, DESK: 'off' });
});

afterAll(() => site.remove());

/** A response without what differs between any two requests. */
async function ask(path: string, method: string, headers: Record<string, string>) {
  const response = await fetch(site.origin + path, { method, headers, redirect: 'manual' });
  const own = [...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name));
  return { status: response.status, headers: own, body: await response.text() };
}

test('each address of the desk answers like an unknown address', async () => {
  const clients = [
    { Accept: 'text/html' },
    { Accept: 'text/markdown' },
    { Accept: 'application/json' },
    { Accept: 'text/html', Cookie: await cookieOf('admin') },
  ];

  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'])
    for (const headers of clients) {
      const unknown = await ask('/nothing/at/all', method, headers);
      const answers = await Promise.all(addresses.map((path) => ask(path, method, headers)));

      expect(unknown.status).toBe(404);
      for (const [at, answer] of answers.entries()) expect(answer, addresses[at]).toEqual(unknown);
    }
});

test('the addresses of the desk are those of its pages', () => {
  const isFound = (path: string) => isOfDesk(decodeURIComponent(path));

  expect(addresses.filter((path) => !isFound(path))).toEqual([]);
  expect(['/staff', '/staff/contents', '/previews', '/api/content-hook'].filter(isOfDesk)).toEqual([]);
  expect(addresses.length).toBeGreaterThan(20);
});

test('staff pages do not link to the desk', async () => {
  const pages = ['/staff', '/staff/registrations', '/staff/questions', '/staff/log'];

  const texts = await Promise.all(pages.map(async (path) => (await get(path, 'admin')).text()));

  for (const text of texts) {
    expect(text).toContain('href="/staff/questions"');
    expect(text).not.toMatch(/\/staff\/content|\/preview/);
  }
});

test('the store has no table of the desk', async () => {
  const rows = await site.read("select name from sqlite_master where type = 'table'");

  const names = rows.map(({ name }) => name);
  expect(names).toContain('registrations');
  expect(
    names.filter((name) => /change_sets|draft|comment|desk|preview|open_entries/.test(String(name))),
  ).toEqual([]);
});
