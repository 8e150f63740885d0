import { studentNumberFormat } from '#lib/content/institute-texts.ts';
import { institute } from '#lib/content/current-institute.ts';
import { readCatalogue, type SiteCatalogue } from './offered-courses.ts';
import { currentView } from './content-view.ts';
import { chatRequestSchema, maxChatBytes } from '#lib/chat/request.ts';
import { readExampleQuery } from './developer-facts.ts';
import { describeApi } from '#lib/discovery/openapi/describe-api.ts';
import { readFormOptions } from './form-options.ts';
import { application, enquiry, registration, signup } from '#app/site-forms.ts';
import { exampleRegistration } from '#lib/forms/example-registration.ts';
import { submissionLimits } from '#lib/http/admit-submission.ts';
import { maxMcpBytes } from '#lib/mcp/protocol.ts';
import { searchAnswerSchema } from '#lib/search/answer.ts';
import { searchQuerySchema } from '#lib/search/query.ts';
import type { SiteServices } from '#app/site-services.ts';

type Instance = Pick<SiteServices, 'siteUrl' | 'contactEmail' | 'apiDescriptions'>;

/** Returns today's OpenAPI document, generated from the schemas that the endpoints validate with. */
export async function readApiDescription(instance: Instance): Promise<object> {
  const { apiDescriptions } = instance;
  const content = currentView()?.entries ?? apiDescriptions;
  const catalogue = await readCatalogue();
  const known = apiDescriptions.get(content)?.get(catalogue.today);
  if (known && !import.meta.env.DEV) return known;
  const examples = { ...(await exampleSubmissions()), query: await readExampleQuery() };
  const description = describeToday(catalogue, { ...instance, ...examples });
  apiDescriptions.set(content, new Map([[catalogue.today, description]]));
  return description;
}

const person = { email: 'ana.ng@example.org' };

/** An example application and question that are valid today. */
async function exampleSubmissions() {
  const [{ program, courses }, { about }] = await Promise.all([
    readFormOptions('application'),
    readFormOptions('enquiry'),
  ]);
  const [firstProgram] = program ?? [];
  const study = firstProgram
    ? { program: firstProgram.value }
    : { courses: (courses ?? []).slice(0, 1).map(({ value }) => value) };
  return {
    application: {
      ...study,
      givenName: 'Ana',
      familyName: 'Ng',
      ...person,
      qualifications: 'Two A levels, and four years of work on a farm.',
      consent: 'yes',
    },
    enquiry: {
      ...(about?.[0] && { about: about[0].value }),
      question: 'Can I begin in summer?',
      name: 'Ana Ng',
      ...person,
    },
  };
}

type Examples = Awaited<ReturnType<typeof exampleSubmissions>> & { query: string };

function describeToday(
  catalogue: SiteCatalogue,
  {
    siteUrl,
    contactEmail,
    query,
    application: applicationExample,
    enquiry: enquiryExample,
  }: Instance & Examples,
): object {
  const studentNumber = studentNumberFormat(institute()).example;
  return describeApi({
    siteUrl,
    contactEmail,
    name: institute().name,
    schemas: {
      searchQuery: searchQuerySchema,
      searchAnswer: searchAnswerSchema,
      chatRequest: chatRequestSchema,
    },
    forms: { registration, signup, application, enquiry },
    examples: {
      query,
      registration: exampleRegistration(catalogue, { courses: catalogue.courses, studentNumber }),
      application: applicationExample,
      enquiry: enquiryExample,
      interests: institute().newsletterInterests,
      openTerm: catalogue.openTerms()[0]?.id,
    },
    maxBytes: { form: submissionLimits.maxBytes, chat: maxChatBytes, mcp: maxMcpBytes },
  });
}
