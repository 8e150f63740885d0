import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { applicationForm } from '#lib/forms/application-form.ts';
import { createCatalogue } from '#lib/forms/catalogue.ts';
import { enquiryForm } from '#lib/forms/enquiry-form.ts';
import type { FormInput, SubmissionForm } from '#lib/forms/form-definition.ts';
import { createLinkTokens } from '#lib/forms/link-tokens.ts';
import { createFormSchema } from '#lib/forms/form-schema.ts';
import { registrationForm } from '#lib/forms/registration-form.ts';
import { acceptRegistration } from '#lib/forms/registration.ts';
import { acceptSubmission } from '#lib/forms/submission.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { createRegistrationLetters } from '#lib/mail/registration-letters.ts';
import { createSubmissionLetters } from '#lib/mail/submission-letters.ts';
import { openStore } from '#lib/store/open.ts';
import { createRegistrations } from '#lib/store/forms/registrations.ts';
import { createSubmissions } from '#lib/store/forms/submissions.ts';
import { loadLinkSecrets } from '#lib/store/secrets.ts';
import { bulkCourses, catalogueData, openDay } from './catalogue.ts';
import { letterSettings } from './letter-settings.ts';

/**
 * A server process that only accepts forms, for crash tests and benchmarks: registrations at `/`, applications at
 * `/application` and enquiries at `/enquiry`. It prints its port.
 * Usage: node forms-server.ts DATA_DIR [DATABASE_URL]
 */
const [dataDir = '', databaseUrl] = process.argv.slice(2);
const schema = createFormSchema(registrationForm, {
  studentNumber: { pattern: /^LK-\d{6,}$/, example: 'LK-204816' },
});
const catalogue = createCatalogue({ ...catalogueData, courses: bulkCourses }, openDay);
const store = await openStore({ dataDir, databaseUrl });
const submissions = createRegistrations(store);
const tokens = createLinkTokens(await loadLinkSecrets(store));
const settings = { ...letterSettings, registrarEmail: 'registrar@larkmoor.example' };
const letters = createRegistrationLetters(settings);
const submissionLetters = createSubmissionLetters({
  ...settings,
  replies: { application: 'You hear from us.', enquiry: 'We answer.' },
  paths: { application: '/apply', enquiry: '/enquire' },
});
const submissionNeeds = {
  options: {},
  submissions: createSubmissions(store),
  tokens,
  letters: submissionLetters,
};
const submissionForms = new Map<string, SubmissionForm>(
  [applicationForm, enquiryForm].map((form) => [`/${form.name}`, form]),
);

const server = createServer((request, response) => {
  void answer(request).then(({ status, body }) => response.writeHead(status).end(JSON.stringify(body)));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  try {
    const body: unknown = JSON.parse(await text(request));
    const form = submissionForms.get(request.url ?? '');
    if (form) {
      const input = createFormSchema(form).parse(body) as FormInput & { email: string };
      return { status: 200, body: await acceptSubmission(input, { form, ...submissionNeeds }) };
    }
    const payload = schema.parse(body);
    const accepted = await acceptRegistration(payload, { catalogue, submissions, tokens, letters });
    return { status: 200, body: accepted };
  } catch (error) {
    return error instanceof ApiError
      ? { status: error.status, body: error }
      : { status: 500, body: { error: String(error) } };
  }
}
