import { z } from 'zod';
import { chatRequestSchema, maxQuestionLength } from '#lib/chat/request.ts';
import { submissionLimits } from '#lib/http/admit-submission.ts';
import { limitRules, type LimitName } from '#lib/http/limits.ts';
import { limitsText, searchApiText } from '#lib/i18n/en/developers.ts';
import { formatMinutes } from '#lib/i18n/format.ts';
import { searchQuerySchema } from '#lib/search/query.ts';
import { createExamples, type Example, type Examples } from '#lib/discovery/examples.ts';
import { institute } from '#lib/content/current-institute.ts';
import { readEditorSettings, siteUrl } from './content.ts';

/** The examples with the addresses of this site. */
export async function createSiteExamples(): Promise<Examples> {
  return createExamples({
    siteUrl: siteUrl(),
    query: await readExampleQuery(),
    serverName: institute()
      .shortName.toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-'),
  });
}

export async function readSiteExample(name: keyof Examples): Promise<Example> {
  return (await createSiteExamples())[name];
}

/** An example search that has results and needs no escaping in any language. */
export async function readExampleQuery(): Promise<string> {
  const { search } = await readEditorSettings();
  return search.suggestions.find((each) => !/['"`\\$]/.test(each)) ?? institute().shortName;
}

type Parameter = { name: string; description: string; isRequired: boolean };

/** The parameters of GET /api/search with their bounds, from the schema that validates them. */
export function listSearchParameters(): Parameter[] {
  // The input schema has the names and types; only the output schema has the bounds of numbers.
  const input = z.toJSONSchema(searchQuerySchema, { io: 'input', unrepresentable: 'any' });
  const output = z.toJSONSchema(searchQuerySchema, { io: 'output', unrepresentable: 'any' });
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    description: describeValues(schemaOf(schema), schemaOf(output.properties?.[name])),
    isRequired: input.required?.includes(name) ?? false,
  }));
}

/** The members of a JSON Schema that are used here. */
type Schema = {
  description?: string;
  items?: unknown;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: unknown;
};

function describeValues({ description = '', items }: Schema, { minimum, maximum, default: preset }: Schema) {
  const names = schemaOf(items).enum;
  if (names) return `${description} ${searchApiText.values({ names })}`;
  if (minimum === undefined || maximum === undefined) return description;
  return `${description} ${searchApiText.bounds({ minimum, maximum, preset: String(preset) })}`;
}

function schemaOf(schema: unknown): Schema {
  return typeof schema === 'object' && schema !== null ? schema : {};
}

type LimitRow = { title: string; points: number; window: string };

/** The rate limits per client, from the rules of the limiter. */
export function listLimits(): LimitRow[] {
  return (Object.keys(limitsText.titles) as LimitName[]).map((name) => {
    const { points, seconds } = limitRules[name];
    return { title: limitsText.titles[name], points, window: formatMinutes(seconds) };
  });
}

/** The limits of a conversation, from the schema that validates it. */
export function readChatBounds(): { maxMessages: number; maxQuestionLength: number } {
  const { properties } = z.toJSONSchema(chatRequestSchema, { io: 'input', unrepresentable: 'any' });
  const { maxItems: maxMessages } = schemaOf(properties?.['messages']);
  if (maxMessages === undefined) throw new Error('chatRequestSchema has no maximum number of messages');
  return { maxMessages, maxQuestionLength };
}

export const maxFormKibibytes = submissionLimits.maxBytes / 1024;
