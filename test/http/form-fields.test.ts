import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { formTools } from '#components/web-mcp/form-tools.ts';
import { applicationForm } from '#lib/forms/application-form.ts';
import { enquiryForm } from '#lib/forms/enquiry-form.ts';
import type { FormDefinition, FormField, SubmissionForm } from '#lib/forms/form-definition.ts';
import { registrationForm } from '#lib/forms/registration-form.ts';
import { signupForm } from '#lib/forms/signup-form.ts';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import { dayIn } from '#lib/content/terms.ts';
import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { staffSettings } from '#test/staff-session.ts';
import { useShared } from '#test/use-shared.ts';
import { eventually, oneCourse, openTerm, registration, send, serveForms } from './forms-site.ts';
import { createStaffClient } from './staff-client.ts';

// These tests read the form definitions, so they cover new fields without a change.
const forms: readonly FormDefinition[] = [registrationForm, signupForm, applicationForm, enquiryForm];
const fieldsOf = ({ fields }: FormDefinition) => Object.entries<FormField>(fields);
const plainFields = (form: FormDefinition) => fieldsOf(form).filter(([, { isCustom }]) => !isCustom);
const registrar = 'registrar@larkmoor.example';
/** A registration with a value for every field. */
const body = { ...valuesFor(registrationForm), ...registration(), term: openTerm.id, courses: [oneCourse] };
const signup = { ...valuesFor(signupForm), email: 'fields@example.org' };
/** An application with the options of the examples in the API description. */
const application = {
  ...valuesFor(applicationForm),
  email: 'fields@example.org',
  program: 'diploma-catchment-restoration',
  courses: ['SOIL101', 'HYD101'],
  heard: 'I live nearby',
  start: nextTerm(),
  consent: 'yes',
};
const enquiry = {
  ...valuesFor(enquiryForm),
  email: 'fields@example.org',
  about: '/courses/soil-science',
};

const submissions = [
  [applicationForm, application],
  [enquiryForm, enquiry],
] as const satisfies [SubmissionForm, object][];

/** Labels that staff pages and emails show for chosen options. */
const labels: Readonly<Record<string, RegExp>> = {
  program: /Diploma in Catchment Restoration/,
  courses: /SOIL101 Soil Science; HYD101 Introduction to Hydrology/,
  about: /Soil Science \(SOIL101\)/,
  start: /(Spring|Summer|Autumn) \d{4}, from/,
};

type Operation = { requestBody: { content: { 'application/json': { schema: { properties: object } } } } };
type Description = { paths: Record<string, { post: Operation }> };

const smtp = useShared(() => startSmtp());
const site = useShared(() =>
  serveForms({
    ...staffSettings,
    ...smtp.settings,
    REGISTRAR_EMAIL: registrar,
  }),
);
let reference = '';
const references = new Map<string, string>();
const { get } = createStaffClient(() => site.origin);

beforeAll(async () => {
  const registered = await send(site.origin, registrationForm.api, body);
  reference = registered.body.reference ?? '';
  expect([registered.status, (await send(site.origin, signupForm.api, signup)).status]).toEqual([200, 200]);
  for (const [form, values] of submissions) {
    const sent = await send(site.origin, form.api, values);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    references.set(form.name, sent.body.reference ?? '');
  }
});

function valuesFor(form: FormDefinition): Record<string, string | string[]> {
  const values = plainFields(form).map(([name, { type }]) => [
    name,
    type === 'list' ? [name] : `Any ${name}`,
  ]);
  return Object.fromEntries(values) as Record<string, string | string[]>;
}

/** The first term that has not started. */
function nextTerm(): string {
  const today = dayIn(institute().timeZone, new Date());
  return listTerms(institute().terms, today).find(({ starts }) => starts > today)!.id;
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
    const suffix = isOptional && type !== 'choice' ? ' (optional)' : '';
    // A legend may contain a heading.
    const plain = html.replace(/<h2>([^<]*)<\/h2>\s*<\/legend>/g, '$1</legend>');
    expect(plain, name).toContain(`${label}${suffix}</${tagOf(type)}>`);
    expect(html, name).toContain(hint);
  }
});

function tagOf(type: FormField['type']): string {
  if (type === 'list') return 'legend';
  return type === 'consent' ? 'span' : 'label';
}

test.each(forms)('the API description of the form $name has every field', async ({ api, fields }) => {
  const { paths } = (await (await fetch(`${site.origin}/openapi.json`)).json()) as Description;

  const schema = paths[api]?.post.requestBody.content['application/json'].schema;
  expect(Object.keys(schema?.properties ?? {})).toEqual([...Object.keys(fields), 'challengeToken']);
});

test('the registrar’s email has every field of a registration', async () => {
  const { text = '' } = await eventually(() =>
    smtp.to(registrar).find(({ subject }) => subject?.includes(reference)),
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

test.each(submissions)('the office’s email has every field of the form %s', async (form, values) => {
  const { text = '' } = await eventually(() =>
    smtp.to(registrar).find(({ subject }) => subject?.includes(references.get(form.name) ?? 'none')),
  );

  for (const [name, { label, shortLabel = label }] of fieldsOf(form)) {
    const shown = labels[name]?.source ?? textOf((values as Record<string, unknown>)[name]);
    expect(text, name).toMatch(new RegExp(`${shortLabel}:\\s${shown}`));
  }
});

test.each(submissions)(
  'the staff page and the CSV file have every field of the form %s',
  async (form, values) => {
    const html = await (await get(`${form.staffPath}/${references.get(form.name)}`, 'registrar')).text();
    const [row] = await readCsv(`${form.staffPath}.csv`);

    for (const [name, { label, shortLabel = label }] of fieldsOf(form)) {
      const shown = labels[name] ?? new RegExp(textOf((values as Record<string, unknown>)[name]));
      expect(html, name).toMatch(shown);
      expect(row?.[shortLabel], name).toMatch(shown);
    }
  },
);

test.each([registrationForm, applicationForm, enquiryForm])(
  'the WebMCP tool of the form $name has every field but consent',
  ({ name, fields }: FormDefinition) => {
    const tool = formTools.find((each) => each.name === `fill_${name}_form`);

    const { properties } = tool?.inputSchema as { properties: object };
    const names = Object.entries<FormField>(fields).flatMap(([field, { type }]) =>
      type === 'consent' ? [] : [field],
    );
    expect(Object.keys(properties)).toEqual(names);
  },
);
