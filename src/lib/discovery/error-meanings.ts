import { errorCodes, type ErrorCode } from '#lib/http/api-error.ts';

/** When each code is answered, and what a program does about it. */
const meanings: Readonly<Record<ErrorCode, { when: string; then: string }>> = {
  INVALID_REQUEST: {
    when: 'Something in the request is missing or not as it should be.',
    then: 'Mend what message and fields name.',
  },
  CHALLENGE_REQUIRED: {
    when: 'This site asks for a challenge at its forms, and the request has no token of one.',
    then: 'Leave the form to a person.',
  },
  CHALLENGE_FAILED: {
    when: 'The token was refused, is too old or was used before.',
    then: 'Leave the form to a person.',
  },
  FORBIDDEN: {
    when: 'The request comes from a page of another site.',
    then: 'Send it from a program, without Origin.',
  },
  NOT_FOUND: { when: 'There is nothing at this address.', then: 'Look it up in openapi.json.' },
  METHOD_NOT_ALLOWED: {
    when: 'The address does not take this method.',
    then: 'Use one that the header Allow names.',
  },
  PAYLOAD_TOO_LARGE: { when: 'The body is too long.', then: 'Send less.' },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body is no JSON, or its Content-Type does not say that it is.',
    then: 'Send application/json.',
  },
  RATE_LIMITED: { when: 'That was one request too many.', then: 'Wait as long as Retry-After says.' },
  INTERNAL: { when: 'Something broke here.', then: 'Try again in a minute, and tell us if it goes on.' },
  CHAT_UNAVAILABLE: {
    when: 'This site answers no questions, or can take no more for now.',
    then: 'Search instead. With Retry-After, ask again then.',
  },
  CHALLENGE_NOT_CONFIGURED: {
    when: 'This site asks nobody for a challenge.',
    then: 'Send the form without a token.',
  },
  CHALLENGE_UNAVAILABLE: {
    when: 'The service that checks challenges does not answer.',
    then: 'Try again in a minute.',
  },
  STORE_UNAVAILABLE: { when: 'Nothing could be stored.', then: 'Send the same again in a few minutes.' },
  AUTH_NOT_CONFIGURED: {
    when: 'No directory is configured, so nobody of the staff can sign in.',
    then: 'Nothing: the public API needs no sign-in.',
  },
};

export type ErrorRow = { code: ErrorCode; status: number; when: string; then: string };

/** A row for each code that the API answers with, in the order of their statuses. */
export function listErrors(): ErrorRow[] {
  return (Object.keys(errorCodes) as ErrorCode[]).map((code) => ({
    code,
    status: errorCodes[code],
    ...meanings[code],
  }));
}
