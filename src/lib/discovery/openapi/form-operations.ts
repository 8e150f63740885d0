import { z } from 'zod';
import type { ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { seatHoldHours } from '#lib/base/seat-hold.ts';
import type { ErrorCode } from '#lib/http/api-error.ts';
import { errorResponses } from './error-responses.ts';
import type { ApiFacts } from './facts.ts';
import { describeLimit, headers } from './headers.ts';
import { jsonResponse, limitedHeaders } from './json-response.ts';

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
const status = z.literal('accepted');

export function formPaths(facts: ApiFacts): ZodOpenApiPathsObject {
  return {
    ...registrationPath(facts),
    ...signupPath(facts),
    ...applicationPath(facts),
    ...enquiryPath(facts),
    ...challengePaths(),
  };
}

function registrationPath({ forms, examples, maxBytes }: ApiFacts): ZodOpenApiPathsObject {
  const isOpen = examples.openTerm
    ? `Today \`${examples.openTerm}\` is open for registration.`
    : 'Today no term is open for registration.';
  return formPath(forms.registration, {
    operationId: 'registerForCourses',
    summary: 'Register for courses',
    description: `A request in a student’s name that the registrar confirms. It is stored before the response. The same student, term, set of courses and email address (in any case) within a day is the same registration and keeps its reference; with another address it is another registration. If the site sends email, the student confirms the registration by the link in an email: its seats are held for ${seatHoldHours} hours from then, and a later confirmation takes a free seat or a place on the waiting list. ${isOpen}`,
    example: examples.registration,
    maxBytes: maxBytes.form,
    accepted: jsonResponse(
      'The registration is stored. The link opens its page, with waiting lists and prerequisites.',
      {
        schema: z.object({
          status,
          reference: referenceSchema('R', 'Identifies the registration for the student and the registrar.'),
        }),
        example: { status: 'accepted', reference: 'R-7K3M-9QXD' },
      },
      { ...limitedHeaders, ...headers('Link') },
    ),
  });
}

function signupPath({ forms, examples, maxBytes }: ApiFacts): ZodOpenApiPathsObject {
  return formPath(forms.signup, {
    operationId: 'signUpForNewsletter',
    summary: 'Sign up for the newsletter',
    description: 'The response is the same whether or not the address is known.',
    example: { email: 'ana.ng@example.org', name: 'Ana Ng', interests: examples.interests.slice(0, 1) },
    maxBytes: maxBytes.form,
    accepted: jsonResponse(
      'The sign-up is stored.',
      { schema: z.object({ status }), example: { status: 'accepted' } },
      limitedHeaders,
    ),
  });
}

const sameAnswers =
  'It is stored before the response. The same answers within a day are stored once and keep their reference.';

function applicationPath({ forms, examples, maxBytes }: ApiFacts): ZodOpenApiPathsObject {
  return formPath(forms.application, {
    operationId: 'sendApplication',
    summary: 'Apply for a programme or first courses',
    description: `An application of a person who is new to the institute, who must have read it and agreed. \`program\` or \`courses\` is needed. ${sameAnswers}`,
    example: examples.application,
    maxBytes: maxBytes.form,
    accepted: acceptedSubmission('A', 'application'),
  });
}

function enquiryPath({ forms, examples, maxBytes }: ApiFacts): ZodOpenApiPathsObject {
  return formPath(forms.enquiry, {
    operationId: 'sendQuestion',
    summary: 'Ask the institute a question',
    description: `A person of the institute answers by email. ${sameAnswers}`,
    example: examples.enquiry,
    maxBytes: maxBytes.form,
    accepted: acceptedSubmission('E', 'question'),
  });
}

function acceptedSubmission(prefix: string, noun: string): ZodOpenApiResponseObject {
  return jsonResponse(
    `The ${noun} is stored. The link opens the page that says what happens next.`,
    {
      schema: z.object({ status, reference: referenceSchema(prefix, `Identifies the ${noun}.`) }),
      example: { status: 'accepted', reference: `${prefix}-7K3M-9QXD` },
    },
    { ...limitedHeaders, ...headers('Link') },
  );
}

function referenceSchema(prefix: string, description: string) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}-[0-9A-Z]{4}-[0-9A-Z]{4}$`))
    .max(11)
    .meta({ description });
}

type FormOperation = {
  operationId: string;
  summary: string;
  description: string;
  example: object;
  maxBytes: number;
  accepted: ZodOpenApiResponseObject;
};

function formPath(
  { form, schema }: ApiFacts['forms']['signup'],
  { operationId, summary, description, example, maxBytes, accepted }: FormOperation,
): ZodOpenApiPathsObject {
  const { sentence, extension } = describeLimit(form.name);
  const sharedLimit = `Forms that the page \`${form.path}\` accepts count too.`;
  return {
    [form.api]: {
      post: {
        operationId,
        tags: ['Forms'],
        summary,
        description: `${description} ${orderOfChecks} ${sentence} ${sharedLimit}`,
        ...extension,
        requestBody: {
          required: true,
          description: `One JSON object in UTF-8 of at most ${maxBytes} bytes. Members that are not named here are ignored.`,
          content: { 'application/json': { schema, example } },
        },
        responses: {
          '200': accepted,
          ...errorResponses(formErrors),
        },
      },
    },
  };
}

function challengePaths(): ZodOpenApiPathsObject {
  const siteKey = z.object({
    siteKey: z.string().max(500),
    provider: z.enum(['turnstile', 'hcaptcha', 'recaptcha']),
  });
  return {
    '/api/challenge/required': {
      get: {
        operationId: 'isChallengeRequired',
        tags: ['Forms'],
        summary: 'Do forms require a challenge?',
        description:
          'If so, a person solves it on the page of the form, and its token is sent as `challengeToken`.',
        responses: {
          '200': jsonResponse('True if forms require a challenge.', {
            schema: z.object({ required: z.boolean() }),
            example: { required: false },
          }),
          ...errorResponses(['RATE_LIMITED'], { isOpen: true }),
        },
      },
    },
    '/api/challenge/site-key': {
      get: {
        operationId: 'getChallengeSiteKey',
        tags: ['Forms'],
        summary: 'The key for the challenge’s widget',
        description: 'The public data that a page needs to show the challenge.',
        responses: {
          '200': jsonResponse('The key and its provider.', {
            schema: siteKey,
            example: { siteKey: '0x4AAAAAAA', provider: 'turnstile' },
          }),
          ...errorResponses(['RATE_LIMITED', 'CHALLENGE_NOT_CONFIGURED'], { isOpen: true }),
        },
      },
    },
  };
}
