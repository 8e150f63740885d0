import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createCatalogue } from '#lib/forms/catalogue.ts';
import { createLinkTokens } from '#lib/forms/link-tokens.ts';
import { createFormSchema } from '#lib/forms/form-schema.ts';
import { registrationForm } from '#lib/forms/registration-form.ts';
import { acceptRegistration } from '#lib/forms/registration.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { createRegistrationLetters } from '#lib/mail/registration-letters.ts';
import { openStore } from '#lib/store/open.ts';
import { createRegistrations } from '#lib/store/registrations.ts';
import { loadLinkSecrets } from '#lib/store/secrets.ts';
import { bulkCourses, catalogueData, openDay } from './catalogue.ts';

/**
 * A server process that only accepts registrations, for crash tests and benchmarks. It prints its port.
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
const letters = createRegistrationLetters({
  siteName: 'Larkmoor',
  siteUrl: 'http://localhost:4321',
  language: 'en',
  contactEmail: 'hello@larkmoor.example',
  registrarEmail: 'registrar@larkmoor.example',
});

const server = createServer((request, response) => {
  void answer(request).then(({ status, body }) => response.writeHead(status).end(JSON.stringify(body)));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  try {
    const payload = schema.parse(JSON.parse(await text(request)));
    const accepted = await acceptRegistration(payload, { catalogue, submissions, tokens, letters });
    return { status: 200, body: accepted };
  } catch (error) {
    return error instanceof ApiError
      ? { status: error.status, body: error }
      : { status: 500, body: { error: String(error) } };
  }
}
