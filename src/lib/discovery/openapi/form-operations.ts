import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import type { $ZodType } from 'zod/v4/core';
import { seatHoldHours } from '#lib/content/seat-hold.ts';
import type { ErrorCode } from '#lib/http/api-error.ts';
import { errorResponses } from './error-responses.ts';
import type { ApiFacts } from './facts.ts';
import { describeLimit, headers, limitHeaderNames, type HeaderName } from './headers.ts';

const formErrors: ErrorCode[] = [
  'INVALID_REQUEST',
  'CHALLENGE_REQUIRED',
  'CHALLENGE_FAILED',
  'FORBIDDEN',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'CHALLENGE_UNAVAILABLE',
  'STORE_UNAVAILABLE',
];
const orderOfChecks =
  'The origin is checked first, then the request is counted; its type and size, fields and challenge are checked last.';

/** What people send in. */
export function formPaths(facts: ApiFacts): ZodOpenApiPathsObject {
  return { ...registrationPath(facts), ...signupPath(facts), ...challengePaths() };
}

function registrationPath({ schemas, examples, maxBytes }: ApiFacts): ZodOpenApiPathsObject {
  const { sentence, extension } = describeLimit('registration');
  const isOpen = examples.openTerm
    ? `Today \`${examples.openTerm}\` is open for registration.`
    : 'Today no term is open for registration.';
  return {
    '/api/course-registration': {
      post: {
        operationId: 'registerForCourses',
        tags: ['Forms'],
        summary: 'Register for courses',
        description: `A request in a student’s name that the registrar confirms. It is stored before it is answered. The same student, term, set of courses and email address (in any case) within a day is the same registration and keeps its reference; with another address it is another registration. Where the site sends mail, the student confirms the registration by the link in an email: its seats are held for ${seatHoldHours} hours from then, and a later confirmation takes a free seat or a place on the waiting list. ${isOpen} ${orderOfChecks} ${sentence}`,
        ...extension,
        requestBody: body(schemas.registration, examples.registration, maxBytes.form),
        responses: {
          '200': accepted(
            'It is stored. The link leads to a page for the student that tells of waiting lists and prerequisites.',
            z.object({
              status: z.literal('accepted'),
              reference: z
                .string()
                .regex(/^R-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
                .max(11)
                .meta({ description: 'What the student and the registrar call it by.' }),
            }),
            { status: 'accepted', reference: 'R-7K3M-9QXD' },
            ['Link'],
          ),
          ...errorResponses(formErrors),
        },
      },
    },
  };
}

function signupPath({ schemas, examples, maxBytes }: ApiFacts): ZodOpenApiPathsObject {
  const { sentence, extension } = describeLimit('signup');
  const example = { email: 'ana.ng@example.org', name: 'Ana Ng', interests: examples.interests.slice(0, 1) };
  return {
    '/api/email-marketing-signup': {
      post: {
        operationId: 'signUpForNewsletter',
        tags: ['Forms'],
        summary: 'Sign up for the newsletter',
        description: `The answer is the same whether or not the address is known. ${orderOfChecks} ${sentence}`,
        ...extension,
        requestBody: body(schemas.signup, example, maxBytes.form),
        responses: {
          '200': accepted('It is stored.', z.object({ status: z.literal('accepted') }), {
            status: 'accepted',
          }),
          ...errorResponses(formErrors),
        },
      },
    },
  };
}

function challengePaths(): ZodOpenApiPathsObject {
  const open = headers(...limitHeaderNames, 'Cache-Control', 'Access-Control-Allow-Origin');
  const siteKey = z.object({
    siteKey: z.string().max(500),
    provider: z.enum(['turnstile', 'hcaptcha', 'recaptcha']),
  });
  return {
    '/api/challenge/required': {
      get: {
        operationId: 'isChallengeRequired',
        tags: ['Forms'],
        summary: 'Do forms need a challenge?',
        description:
          'When they do, a person solves it on the page of the form; its token goes into `challengeToken`.',
        responses: {
          '200': {
            description: 'Whether they do.',
            headers: open,
            content: {
              'application/json': {
                schema: z.object({ required: z.boolean() }),
                example: { required: false },
              },
            },
          },
          ...errorResponses(['RATE_LIMITED'], { isOpen: true }),
        },
      },
    },
    '/api/challenge/site-key': {
      get: {
        operationId: 'getChallengeSiteKey',
        tags: ['Forms'],
        summary: 'The key for the challenge’s widget',
        description: 'What a page needs to show the challenge. It is public.',
        responses: {
          '200': {
            description: 'The key and whose widget takes it.',
            headers: open,
            content: {
              'application/json': {
                schema: siteKey,
                example: { siteKey: '0x4AAAAAAA', provider: 'turnstile' },
              },
            },
          },
          ...errorResponses(['RATE_LIMITED', 'CHALLENGE_NOT_CONFIGURED'], { isOpen: true }),
        },
      },
    },
  };
}

function body(schema: $ZodType, example: object, maxBytes: number) {
  return {
    required: true,
    description: `One JSON object in UTF-8 of at most ${maxBytes} bytes. Members that are not named here are ignored.`,
    content: { 'application/json': { schema, example } },
  };
}

function accepted(description: string, schema: $ZodType, example: object, more: HeaderName[] = []) {
  return {
    description,
    headers: headers(...limitHeaderNames, 'Cache-Control', ...more),
    content: { 'application/json': { schema, example } },
  };
}
