import * as z from 'zod/mini';
import { challengeTokenSchema, emailSchema, lineSchema, noteSchema, plainTextRule } from './text-fields.ts';

export const mostCourses = 8;

const coursesMessage = `Choose 1 to ${mostCourses} different courses`;

const courseCodeSchema = z
  .pipe(
    z.string(coursesMessage),
    z.pipe(
      z.transform((code: string) => code.trim().toUpperCase()),
      z.string().check(z.regex(/^[A-Z]{3,4}\d{3}$/, 'Give each course by its code, like SOIL201')),
    ),
  )
  .register(z.globalRegistry, {
    description: 'A course’s code.',
    pattern: '^[A-Za-z]{3,4}[0-9]{3}$',
    maxLength: 7,
  });

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
      studentNumber: z
        .pipe(
          lineSchema({ missing: numberMessage, max: 40, description: 'The student’s number.' }),
          z.string().check(z.refine((text) => new RegExp(studentNumber).test(text), numberMessage)),
        )
        .register(z.globalRegistry, {
          description: `The student’s number, as it stands on the student card. ${plainTextRule}`,
          pattern: patternOf(studentNumber),
          maxLength: 40,
        }),
      givenName: lineSchema({ missing: 'Enter your given name', max: 100, description: 'Given name.' }),
      familyName: lineSchema({ missing: 'Enter your family name', max: 100, description: 'Family name.' }),
      email: emailSchema,
      term: lineSchema({
        missing: 'Choose a term',
        max: 40,
        description: 'The term’s id. It must be open for registration today.',
      }),
      courses: z
        .array(courseCodeSchema, coursesMessage)
        .check(
          z.minLength(1, coursesMessage),
          z.maxLength(mostCourses, coursesMessage),
          z.refine((codes) => new Set(codes).size === codes.length, 'Choose each course once'),
        )
        .register(z.globalRegistry, {
          description: 'Different courses that are on offer in the term and do not meet at the same time.',
          uniqueItems: true,
        }),
      note: z.optional(noteSchema({ max: 2000, description: 'What the registrar should know.' })),
      challengeToken: z.optional(challengeTokenSchema),
    },
    'Send the form’s fields as a JSON object',
  );
}

/** As JSON Schema has it: without flags, so that a letter whose size does not matter becomes both. */
function patternOf({ source, flags }: RegExp): string {
  if (!flags.includes('i')) return source;
  return source.replace(/\\.|\[[^\]]*\]|[a-z]/gi, (part) =>
    part.length === 1 ? `[${part.toUpperCase()}${part.toLowerCase()}]` : part,
  );
}

export type RegistrationSchema = ReturnType<typeof createRegistrationSchema>;
export type RegistrationPayload = z.infer<RegistrationSchema>;
