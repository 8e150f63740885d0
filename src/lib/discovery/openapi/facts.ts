import type { $ZodType, $ZodObject } from 'zod/v4/core';
import type { FormDefinition } from '#lib/forms/form-definition.ts';

type FormFacts = { form: FormDefinition; schema: $ZodType };

/** Input of `describeApi`; `src/app/content-view/api-description.ts` collects it. */
export type ApiFacts = {
  siteUrl: string;
  /** The institute's name. */
  name: string;
  contactEmail: string;
  /** The schemas that the endpoints validate with. */
  schemas: {
    searchQuery: $ZodObject;
    searchAnswer: $ZodType;
    chatRequest: $ZodType;
  };
  forms: { registration: FormFacts; signup: FormFacts; application: FormFacts; enquiry: FormFacts };
  examples: {
    /** A search query with results. */
    query: string;
    /** A registration that is accepted today, unless no term is open. */
    registration: object;
    application: object;
    enquiry: object;
    interests: readonly string[];
    /** Id of a term open for registration today. */
    openTerm: string | undefined;
  };
  /** Maximum body sizes, in bytes. */
  maxBytes: { form: number; chat: number; mcp: number };
};
