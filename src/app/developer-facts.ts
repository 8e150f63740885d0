import { z } from 'zod';
import { chatRequestSchema, maxQuestionLength } from '#lib/chat/request.ts';
import { submissionLimits } from '#lib/http/admit-submission.ts';
import { limitRules, type LimitName } from '#lib/http/limits.ts';
import { searchQuerySchema } from '#lib/search/query.ts';

type Parameter = { name: string; description: string; isRequired: boolean };

/** The parameters of the search with their bounds, from the schema that checks them. */
export function listSearchParameters(): Parameter[] {
  // What arrives is text or a list of names; the bounds of numbers are those of what comes of it.
  const arriving = z.toJSONSchema(searchQuerySchema, { io: 'input', unrepresentable: 'any' });
  const checked = z.toJSONSchema(searchQuerySchema, { io: 'output', unrepresentable: 'any' });
  return Object.entries(arriving.properties ?? {}).map(([name, schema]) => ({
    name,
    description: sentencesOf(schemaOf(schema), schemaOf(checked.properties?.[name])),
    isRequired: arriving.required?.includes(name) ?? false,
  }));
}

/** The part of a JSON Schema that is told. */
type Schema = {
  description?: string;
  items?: unknown;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: unknown;
};

function sentencesOf({ description = '', items }: Schema, { minimum, maximum, default: preset }: Schema) {
  const names = schemaOf(items).enum;
  if (names) return `${description} Takes ${names.join(', ')}.`;
  if (minimum === undefined || maximum === undefined) return description;
  return `${description} Takes ${minimum} to ${maximum}; ${String(preset)} when left out.`;
}

function schemaOf(schema: unknown): Schema {
  return typeof schema === 'object' && schema !== null ? schema : {};
}

const limitTitles: Readonly<Record<LimitName, string>> = {
  search: 'Searching',
  mcp: 'Requests to the MCP server',
  chat: 'Questions, also by the tool ask',
  registration: 'Course registrations',
  signup: 'Newsletter sign-ups',
  pages: 'Pages, documents and sign-in steps that are made on demand, together',
  staff: 'Requests of one staff session to the staff pages',
  signIn: 'Steps of a staff sign-in that ask the directory',
};

type LimitRow = { what: string; points: number; window: string };

/** What one client may do in which time, from the rules that the limiter counts by. */
export function listLimits(): LimitRow[] {
  return (Object.keys(limitTitles) as LimitName[]).map((name) => {
    const { points, seconds } = limitRules[name];
    return {
      what: limitTitles[name],
      points,
      window: seconds === 60 ? 'a minute' : `${seconds / 60} minutes`,
    };
  });
}

/** How long and how many messages of a conversation may be, from the schema that checks it. */
export function chatBounds(): { mostMessages: number; maxQuestionLength: number } {
  const { properties } = z.toJSONSchema(chatRequestSchema, { io: 'input', unrepresentable: 'any' });
  const { maxItems: mostMessages } = schemaOf(properties?.['messages']);
  if (mostMessages === undefined)
    throw new Error('the chat’s schema does not say how many messages it takes');
  return { mostMessages, maxQuestionLength };
}

/** Most kibibytes of a form's body. */
export const mostFormKibibytes = submissionLimits.maxBytes / 1024;
