import { expect, test } from 'vitest';
import { readForm } from './read-form.ts';

const maxBytes = 32_768;
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const fields = { email: 'one', courses: 'many', note: 'one' } as const;

function post(body: string, headers: Record<string, string> = {}): Request {
  return new Request('http://site.test/api', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

test('reads fields that occur once, several times or never', async () => {
  const body = 'email=a%2Bb%40c.d&courses=SOIL201&courses=WAT+ER&__proto__=x&courses=&other=1';

  const values = await readForm(post(body, form), { maxBytes, fields });

  expect(values).toEqual({ email: 'a+b@c.d', courses: ['SOIL201', 'WAT ER', ''], note: undefined });
});

test('decodes line breaks and other characters of a form', async () => {
  const body = new URLSearchParams({ note: 'one\r\ntwo=2&three 🌾' }).toString();

  const values = await readForm(post(body, form), { maxBytes, fields });

  expect(values).toEqual({ email: undefined, courses: [], note: 'one\ntwo=2&three 🌾' });
});

test.each([
  ['email=a&email=b', { code: 'INVALID_REQUEST', fields: { email: expect.any(String) } }],
  ['email=%FF%FE', { code: 'INVALID_REQUEST' }],
  ['email=%', { code: 'INVALID_REQUEST' }],
  [`email=${'a'.repeat(maxBytes)}`, { code: 'PAYLOAD_TOO_LARGE' }],
])('refuses the form %s', async (body, expected) => {
  await expect(readForm(post(body, form), { maxBytes, fields })).rejects.toMatchObject(expected);
});

test('refuses JSON with 415', async () => {
  await expect(readForm(post('{}'), { maxBytes, fields })).rejects.toMatchObject({ status: 415 });
});
