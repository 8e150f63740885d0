import * as z from 'zod/mini';
import { challengeTokenSchema, emailSchema, lineSchema, plainTextRule } from './text-fields.ts';

const interestsMessage = 'Choose at most 20 interests';

/** The body of a newsletter sign-up, for the server and for the page alike. Unknown members are left out. */
export const signupSchema = z.object(
  {
    email: emailSchema,
    name: z.optional(
      z
        .pipe(
          z.pipe(
            z.string('Enter your name as text'),
            z.transform((text: string) => (text.trim() === '' ? undefined : text)),
          ),
          z.optional(lineSchema({ missing: 'Enter your name as text', max: 100, description: 'A name.' })),
        )
        .register(z.globalRegistry, {
          description: `How to address the reader; may be blank. ${plainTextRule}`,
          maxLength: 100,
        }),
    ),
    interests: z.optional(
      z
        .array(
          lineSchema({ missing: 'Give each interest as text', max: 60, description: 'A subject.' }),
          interestsMessage,
        )
        .check(z.maxLength(20, interestsMessage)),
    ),
    challengeToken: z.optional(challengeTokenSchema),
  },
  'Send the form’s fields as a JSON object',
);

export type SignupPayload = z.infer<typeof signupSchema>;
