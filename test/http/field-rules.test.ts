import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  newClient,
  postForm,
  registration,
  registrationPath,
  send,
  serveForms,
  signupPath,
  type FormsSite,
} from './forms-site.ts';

let site: FormsSite;

beforeAll(async () => {
  site = await serveForms();
});

afterAll(() => site.remove());

const refused = [
  'Win at https://evil.example',
  'www.evil.example',
  'ann@evil.example',
  'Ann\u202Egnp',
  'Ann\r\nBcc: x',
  `A${'\u0301\u0316'.repeat(16)}`,
];

test.each(refused)('both APIs reject the name %j and name the field', async (name) => {
  const signup = await send(site.origin, signupPath, { email: 'ann@example.org', name });
  const registered = await send(site.origin, registrationPath, registration({ familyName: name }));

  expect([signup.status, registered.status]).toEqual([400, 400]);
  expect(signup.body.error).toMatchObject({ code: 'INVALID_REQUEST' });
  expect(Object.keys(signup.body.error?.fields ?? {})).toEqual(['name']);
  expect(Object.keys(registered.body.error?.fields ?? {})).toEqual(['familyName']);
});

test.each(['O’Brien-Smith', 'Nguyễn Thị', '王小明', "D'Arcy", 'Jean-Luc II'])(
  'both APIs accept the name %s',
  async (name) => {
    const signup = await send(site.origin, signupPath, { email: 'ann@example.org', name });
    const registered = await send(
      site.origin,
      registrationPath,
      registration({ givenName: name, familyName: name }),
    );

    expect([signup.status, registered.status]).toEqual([200, 200]);
  },
);

test('a rejected plain form keeps the input and says what to remove', async () => {
  const name = 'Ann www.evil.example';

  const response = await postForm(`${site.origin}/newsletter`, [
    ['email', 'ann@example.org'],
    ['name', name],
  ]);

  const html = await response.text();
  expect(response.status).toBe(400);
  expect(html).toContain(`value="${name}"`);
  expect(html).toContain('Name: remove web addresses and the @ sign');
});

test('a note of thousands of combining marks is accepted and stored with 30 of them', async () => {
  const body = registration({ note: `e${'\u0301\u0316'.repeat(1500)}` });

  const { status, body: answer } = await send(site.origin, registrationPath, body, { client: newClient() });

  expect(status).toBe(200);
  const rows = await site.read(`select note from registrations where reference = '${answer.reference}'`);
  expect(String(rows[0]?.['note']).normalize('NFD')).toHaveLength(31);
});

test('the API description states the rule for each single-line field', async () => {
  const response = await fetch(`${site.origin}/openapi.json`);

  const description = (await response.json()) as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>;
  };
  const fieldsOf = (path: string) =>
    description.paths[path]!.post.requestBody.content['application/json']!.schema.properties;
  const { studentNumber, givenName, familyName } = fieldsOf(registrationPath);
  for (const field of [studentNumber, givenName, familyName, fieldsOf(signupPath)['name']]) {
    expect(field?.description).toContain('without `://`, `www.`, `@`');
  }
});

type Schema = { properties: Record<string, { description?: string }> };
