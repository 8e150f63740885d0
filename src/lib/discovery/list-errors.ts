import { errorCodes, type ErrorCode } from '#lib/http/api-error.ts';
import { errorMeanings } from './openapi/error-responses.ts';

/** What a program does about each. */
const remedies: Readonly<Record<ErrorCode, string>> = {
  INVALID_REQUEST: 'Mend what message and fields name.',
  CHALLENGE_REQUIRED: 'Leave the form to a person.',
  CHALLENGE_FAILED: 'Leave the form to a person.',
  FORBIDDEN: 'Send it from a program, without Origin.',
  NOT_FOUND: 'Look the address up in openapi.json.',
  METHOD_NOT_ALLOWED: 'Use one that the header Allow names.',
  PAYLOAD_TOO_LARGE: 'Send less.',
  UNSUPPORTED_MEDIA_TYPE: 'Send JSON, with Content-Type: application/json.',
  RATE_LIMITED: 'Wait as many seconds as Retry-After says.',
  INTERNAL: 'Try again in a minute, and tell us if it goes on.',
  CHAT_UNAVAILABLE: 'Search instead. Where Retry-After is given, ask again then.',
  CHALLENGE_NOT_CONFIGURED: 'Send the form without a token.',
  CHALLENGE_UNAVAILABLE: 'Try again in a minute.',
  STORE_UNAVAILABLE: 'Send the same again in a few minutes.',
  AUTH_NOT_CONFIGURED: 'Nothing: the public API needs no sign-in.',
};

type ErrorRow = { code: ErrorCode; status: number; when: string; remedy: string };

/** A row for each code that the API answers with, in the order of their statuses, in plain text. */
export function listErrors(): ErrorRow[] {
  return (Object.keys(errorCodes) as ErrorCode[]).map((code) => ({
    code,
    status: errorCodes[code],
    when: errorMeanings[code].when.replaceAll('`', ''),
    remedy: remedies[code],
  }));
}
