import { site } from '#site';
import { readCatalogue, type SiteCatalogue } from './catalogue.ts';
import { currentView } from './content-view.ts';
import { chatRequestSchema, maxChatBytes } from '#lib/chat/request.ts';
import { describeApi } from '#lib/discovery/openapi/describe-api.ts';
import { registration, signup } from './site-forms.ts';
import { exampleRegistration } from '#lib/forms/example-registration.ts';
import { submissionLimits } from '#lib/http/admit-submission.ts';
import { maxMcpBytes } from '#lib/mcp/protocol.ts';
import { searchAnswerSchema } from '#lib/search/answer.ts';
import { searchQuerySchema } from '#lib/search/query.ts';
import type { Services } from './services.ts';

type Instance = Pick<Services, 'siteUrl' | 'contactEmail' | 'apiDescriptions'>;

/** Returns today's OpenAPI document, generated from the schemas that the endpoints validate with. */
export async function readApiDescription(instance: Instance): Promise<object> {
  const { apiDescriptions } = instance;
  const content = currentView()?.entries ?? apiDescriptions;
  const catalogue = await readCatalogue();
  const known = apiDescriptions.get(content)?.get(catalogue.today);
  if (known && !import.meta.env.DEV) return known;
  const description = describeToday(catalogue, instance);
  apiDescriptions.set(content, new Map([[catalogue.today, description]]));
  return description;
}

function describeToday(catalogue: SiteCatalogue, { siteUrl, contactEmail }: Instance): object {
  const studentNumber = site.studentNumber.example;
  return describeApi({
    siteUrl,
    contactEmail,
    name: site.name,
    schemas: {
      searchQuery: searchQuerySchema,
      searchAnswer: searchAnswerSchema,
      chatRequest: chatRequestSchema,
    },
    forms: { registration, signup },
    examples: {
      query: site.searchSuggestions[0] ?? site.shortName,
      registration: exampleRegistration(catalogue, { courses: catalogue.courses, studentNumber }),
      interests: site.newsletterInterests,
      openTerm: catalogue.openTerms()[0]?.id,
    },
    maxBytes: { form: submissionLimits.maxBytes, chat: maxChatBytes, mcp: maxMcpBytes },
  });
}
