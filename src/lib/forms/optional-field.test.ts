import { letterSettings } from '#test/stand-ins/letter-settings.ts';
import { validRegistration } from '#test/stand-ins/registering.ts';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { catalogueData, openDay } from '#test/stand-ins/catalogue.ts';
import { useStores } from '#test/stand-ins/stores.ts';
import { createRegistrationLetters } from '#lib/mail/registration-letters.ts';
import { registrationExport, signupExport, type Export } from '#lib/staff/exports.ts';
import { compareRegistrations } from '#lib/staff/registration-conflict.ts';
import type { Store } from '#lib/store/open.ts';
import { createRegistrationList } from '#lib/store/forms/registration-list.ts';
import { createRegistrations } from '#lib/store/forms/registrations.ts';
import { createSignupList } from '#lib/store/forms/signup-list.ts';
import { createSignups } from '#lib/store/forms/signups.ts';
import { listRegistrationAnswers, listSignupAnswers } from './answers.ts';
import { createCatalogue } from './catalogue.ts';
import type { FormDefinition, FormField } from './form-definition.ts';
import { createFormSchema } from './form-schema.ts';
import { createLinkTokens } from './link-tokens.ts';
import { registrationForm, type RegistrationPayload } from './registration-form.ts';
import { acceptRegistration } from './registration.ts';
import { signupForm, type SignupPayload } from './signup-form.ts';
import { acceptSignup } from './signup.ts';

/** One line like this adds a field to a form. */
const preferredName: FormField = { type: 'line', label: 'Preferred name', maxLength: 50, isOptional: true };
const topics: FormField = {
  type: 'list',
  label: 'Topics',
  maxItems: 3,
  error: 'Choose at most 3 topics',
  item: { description: 'A topic.', maxLength: 40, error: 'Give each topic as text' },
  isOptional: true,
};
const form: FormDefinition = {
  ...registrationForm,
  fields: { ...registrationForm.fields, preferredName, topics },
};
const newsletter: FormDefinition = { ...signupForm, fields: { ...signupForm.fields, preferredName } };
const body = {
  ...validRegistration,
  preferredName: ' Nes ',
  topics: ['peat', 'maps'],
};
const schema = createFormSchema(form);
const tokens = createLinkTokens(['a secret for tests']);
const letters = createRegistrationLetters({
  ...letterSettings,
  registrarEmail: 'registrar@larkmoor.example',
});
const moment = String;
const stores = useStores();
let store: Store;

beforeEach(async () => {
  store = await stores.open('sqlite');
  await acceptRegistration(schema.parse(body) as RegistrationPayload, {
    form,
    tokens,
    letters,
    catalogue: createCatalogue(catalogueData, openDay),
    submissions: createRegistrations(store),
  });
  const payload = createFormSchema(newsletter).parse({ email: 'a@example.org', preferredName: 'Al' });
  await acceptSignup(payload as SignupPayload, { form: newsletter, tokens, signups: createSignups(store) });
});

test('an optional field added to a form is validated, and a blank value counts as missing', () => {
  expect(schema.parse(body)).toMatchObject({ preferredName: 'Nes', topics: ['peat', 'maps'] });
  expect(schema.parse({ ...body, preferredName: ' ', topics: [] })).toMatchObject({
    preferredName: undefined,
    topics: [],
  });
  expect(schema.safeParse({ ...body, preferredName: 'x'.repeat(51) }).error?.issues).toMatchObject([
    { path: ['preferredName'], message: 'Preferred name: use at most 50 characters' },
  ]);
});

test('an optional field added to a form is in its JSON Schema', () => {
  const { properties, required } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

  expect(properties?.['preferredName']).toMatchObject({
    description: expect.stringContaining('Preferred name.'),
    maxLength: 50,
  });
  expect(required).not.toContain('preferredName');
});

test('an optional field added to a form is in the registrar’s email', async () => {
  const mails = await store.query((db) => db.selectFrom('outbox').select(['kind', 'mail']).execute());

  const notice = mails.find(({ kind }) => kind === 'registration-notice')?.mail;
  expect(notice).toContain('Preferred name: Nes');
  expect(notice).toContain('Topics: peat; maps');
});

test('optional fields added to a form are the last columns of its answers in the CSV file', async () => {
  const registrations = registrationExport(
    {},
    {
      registrations: createRegistrationList(store),
      answersOf: (row) => listRegistrationAnswers(row, form),
      moment,
    },
  );
  const signups = signupExport('pending', {
    signups: createSignupList(store),
    answersOf: (row) => listSignupAnswers(row, newsletter),
    moment,
  });

  const registration = await firstRow(registrations);
  const signup = await firstRow(signups);

  expect(registrations.columns.slice(-4, -1)).toEqual(['Preferred name', 'Topics', 'Decisions']);
  expect(registration?.slice(-4, -1)).toEqual(['Nes', 'peat; maps', '']);
  expect([signups.columns.at(-1), signup?.at(-1)]).toEqual(['Preferred name', 'Al']);
});

async function firstRow({ batches }: Export) {
  const { value } = await batches.next();
  return value?.[0];
}

test('registrations in conflict are compared by an optional field added to the form', async () => {
  const { rows } = await createRegistrationList(store).page({}, { limit: 1 });
  const other = {
    ...rows[0]!,
    reference: 'R-OTHER',
    answers: '{"preferredName":"Ina","topics":["peat","maps"]}',
  };

  const { differences } = compareRegistrations([rows[0]!, other], {
    moment,
    answersOf: (row) => listRegistrationAnswers(row, form),
  });

  expect(differences).toEqual([{ label: 'Preferred name', values: ['Nes', 'Ina'] }]);
});

test('unsubscribing deletes the answers of a sign-up', async () => {
  const signups = createSignups(store);
  const [signup] = await signups.list('pending');

  await signups.unsubscribe(signup?.id ?? '', { now: Date.now() });

  expect((await signups.list('unsubscribed')).map(({ answers }) => answers)).toEqual(['{}']);
});
