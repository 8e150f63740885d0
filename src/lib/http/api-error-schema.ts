import { z } from 'zod';
import type { ErrorCode } from './api-error.ts';

const sentence = z.string().min(1).max(1000);

/** The body of a JSON error with one of the codes, as `ApiError` gives it. */
export function createApiErrorSchema(codes: readonly [ErrorCode, ...ErrorCode[]]) {
  return z.object({
    error: z.object({
      code: z.enum(codes).meta({ description: 'What kind of error it is, for programs.' }),
      message: sentence.meta({ description: 'What is wrong, for a person.' }),
      resolution: sentence.meta({ description: 'What to do next.' }),
      fields: z
        .record(z.string().max(200), sentence)
        .optional()
        .meta({ description: 'Of forms: what is wrong with each field, by its name.' }),
    }),
  });
}
