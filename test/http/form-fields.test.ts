import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRegistrationTool } from '#components/web-mcp/registration-tool.ts';
import type { FormDefinition, FormField } from '#lib/forms/form-definition.ts';
import { registrationForm } from '#lib/forms/registration-form.ts';
import { signupForm } from '#lib/forms/signup-form.ts';
import { startSmtp, type MailServer } from '#test/stand-ins/smtp.ts';
import { staffSettings } from '#test/staff-session.ts';
import {
  eventually,
  oneCourse,
  openTerm,
  registration,
  send,
  serveForms,
  type FormsSite,
} from './forms-site.ts';
import { createStaffClient } from './staff-client.ts';

// These tests read the form definitions, so they cover new fields without a change.
const forms: readonly FormDefinition[] = [registrationForm, signupForm];
const fieldsOf = ({ fields }: FormDefinition) => Object.entries<FormField>(fields);
const plainFields = (form: FormDefinition) => fieldsOf(form).filter(([, { isCustom }]) => !isCustom);
const registrar = 'registrar@larkmoor.example';
/** A registration with a value for every field. */
const body = { ...valuesFor(registrationForm), ...registration(), term: openTerm.id, courses: [oneCourse] };
const signup = { ...valuesFor(signupForm), email: 'fields@example.org' };

type Operation = { requestBody: { content: { 'application/json': { schema: { properties: object } } } } };
type Description = { paths: Record<string, { post: Operation }> };

let smtp: MailServer;
let site: FormsSite;
let reference = '';
const { get } = createStaffClient(() => site.origin);

beforeAll(async () => {
  smtp = await startSmtp();
  site = await serveForms({
    ...staffSettings,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Larkmoor <office@larkmoor.example>',
    REGISTRAR_EMAIL: registrar,
  });
  const registered = await send(site.origin, registrationForm.api, body);
  reference = registered.body.reference ?? '';
  expect([registered.status, (await send(site.origin, signupForm.api, signup)).status]).toEqual([200, 200]);
});

afterAll(async () => {
  await site.remove();
  await smtp.stop();
});

function valuesFor(form: FormDefinition): Record<string, string | string[]> {
  const values = plainFields(form).map(([name, { type }]) => [
    name,
    type === 'list' ? [name] : `Any ${name}`,
  ]);
  return Object.fromEntries(values) as Record<string, string | string[]>;
}

const textOf = (value: unknown) => (Array.isArray(value) ? value.join('; ') : String(value));

async function readCsv(path: string): Promise<Record<string, string>[]> {
  const file = await (await get(path, 'registrar', { 'Sec-Fetch-Site': 'same-origin' })).text();
  return parse(file, { bom: true, columns: true });
}

test.each(forms)('the page of the form $name has every field with its label and hint', async (form) => {
  const html = await (await fetch(site.origin + form.path)).text();

  for (const [name, { label, hint = '', isOptional, type }] of fieldsOf(form)) {
    expect(html, name).toContain(`id="${name}"`);
    if (type !== 'list')
      expect(html, name).toContain(isOptional ? `${label} (optional)` : `${label}</label>`);
    expect(html, name).toContain(hint);
  }
});

test.each(forms)('the API description of the form $name has every field', async ({ api, fields }) => {
  const { paths } = (await (await fetch(`${site.origin}/openapi.json`)).json()) as Description;

  const schema = paths[api]?.post.requestBody.content['application/json'].schema;
  expect(Object.keys(schema?.properties ?? {})).toEqual([...Object.keys(fields), 'challengeToken']);
});

test('the registrar’s email has every field of a registration', async () => {
  const { text = '' } = await eventually(() =>
    smtp.received.find(
      ({ recipients, subject }) => recipients.includes(registrar) && subject?.includes(reference),
    ),
  );

  for (const [name, { label, shortLabel = label }] of plainFields(registrationForm)) {
    expect(text, name).toMatch(new RegExp(`${shortLabel}:\\s${textOf(body[name as keyof typeof body])}`));
  }
});

test('the staff page of a registration has every field', async () => {
  const html = await (await get(`/staff/registrations/${reference}`, 'registrar')).text();

  for (const [name] of plainFields(registrationForm)) {
    expect(html, name).toContain(textOf(body[name as keyof typeof body]));
  }
});

test('the CSV files have every field', async () => {
  const [registered] = await readCsv('/staff/registrations.csv');
  const [signedUp] = await readCsv('/staff/sign-ups.csv?status=pending');

  for (const [form, row, values] of [
    [registrationForm, registered, body],
    [signupForm, signedUp, signup],
  ] as const) {
    for (const [name, { label, shortLabel = label }] of plainFields(form)) {
      expect(row?.[shortLabel], name).toBe(textOf((values as Record<string, unknown>)[name]));
    }
  }
});

test('the WebMCP tool has every text field of the registration form', () => {
  const { properties } = createRegistrationTool().inputSchema as { properties: object };

  const names = fieldsOf(registrationForm).map(([name]) => name);
  expect(Object.keys(properties).toSorted()).toEqual(names.toSorted());
});
