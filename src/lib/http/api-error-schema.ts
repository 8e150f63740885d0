import { z } from 'zod';
import type { ErrorCode } from './api-error.ts';

const sentence = z.string().min(1).max(1000);

/** Creates the schema for the JSON body of an `ApiError` with one of the codes. */
export function createApiErrorSchema(codes: readonly [ErrorCode, ...ErrorCode[]]) {
  return z.object({
    error: z.object({
      code: z.enum(codes).meta({ description: 'The kind of error, for programs.' }),
      message: sentence.meta({ description: 'What is wrong, for a person.' }),
      resolution: sentence.meta({ description: 'What to do next.' }),
      fields: z
        .record(z.string().max(200), sentence)
        .optional()
        .meta({ description: 'For forms: the problem with each field, by field name.' }),
    }),
  });
}
