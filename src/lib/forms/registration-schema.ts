import * as z from 'zod/mini';
import { emailSchema, lineSchema, noteSchema } from './text-fields.ts';

export const mostCourses = 8;

const coursesMessage = `Choose 1 to ${mostCourses} different courses`;

const courseCodeSchema = z.pipe(
  z.string(coursesMessage),
  z.pipe(
    z.transform((code: string) => code.trim().toUpperCase()),
    z.string().check(z.regex(/^[A-Z]{3,4}\d{3}$/, 'Give each course by its code, like SOIL201')),
  ),
);

type Options = {
  /** The institute's form of a student number, from `site.ts`. */
  studentNumber: RegExp;
  /** A number of that form, for the message. */
  studentNumberExample?: string;
};

/**
 * The body of a course registration, for the server and for the page alike. Members that it does not know
 * are left out. Each issue's `message` is what the person at the form should read, its `path[0]` the field.
 */
export function createRegistrationSchema({ studentNumber, studentNumberExample }: Options) {
  const example = studentNumberExample ? `, like ${studentNumberExample}` : '';
  const numberMessage = `Enter your student number${example}`;
  return z.object(
    {
      studentNumber: z.pipe(
        lineSchema({ missing: numberMessage, max: 40 }),
        z.string().check(z.refine((text) => new RegExp(studentNumber).test(text), numberMessage)),
      ),
      givenName: lineSchema({ missing: 'Enter your given name', max: 100 }),
      familyName: lineSchema({ missing: 'Enter your family name', max: 100 }),
      email: emailSchema,
      term: lineSchema({ missing: 'Choose a term', max: 40 }),
      courses: z.array(courseCodeSchema, coursesMessage).check(
        z.minLength(1, coursesMessage),
        z.maxLength(mostCourses, coursesMessage),
        z.refine((codes) => new Set(codes).size === codes.length, 'Choose each course once'),
      ),
      note: z.optional(noteSchema({ max: 2000 })),
      challengeToken: z.optional(z.string().check(z.maxLength(16_384))),
    },
    'Send the form’s fields as a JSON object',
  );
}

export type RegistrationSchema = ReturnType<typeof createRegistrationSchema>;
export type RegistrationPayload = z.infer<RegistrationSchema>;
