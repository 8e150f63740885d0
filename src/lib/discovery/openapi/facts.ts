import type { $ZodType, $ZodObject } from 'zod/v4/core';

/** What the description of the API is made from; `#lib/api-description.ts` brings it together. */
export type ApiFacts = {
  siteUrl: string;
  /** The institute's. */
  name: string;
  contactEmail: string;
  /** The very schemas that the endpoints check with. */
  schemas: {
    searchQuery: $ZodObject;
    searchAnswer: $ZodType;
    chatRequest: $ZodType;
    registration: $ZodType;
    signup: $ZodType;
  };
  examples: {
    /** Words that the search finds something for. */
    query: string;
    /** Accepted today, unless no term is open. */
    registration: object;
    interests: readonly string[];
    /** The term's id where one is open for registration today. */
    openTerm: string | undefined;
  };
  /** Largest bodies, in bytes. */
  mostBytes: { form: number; chat: number };
};
