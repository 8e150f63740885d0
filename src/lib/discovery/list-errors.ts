import { errorCodes, type ErrorCode } from '#lib/http/api-error.ts';
import { errorMeanings } from './openapi/error-responses.ts';

/** What a program does after each error. */
const remedies: Readonly<Record<ErrorCode, string>> = {
  INVALID_REQUEST: 'Fix what `message` and `fields` name.',
  CHALLENGE_REQUIRED: 'Leave the form to a person.',
  CHALLENGE_FAILED: 'Leave the form to a person.',
  FORBIDDEN: 'Send it from a program, without an `Origin` header.',
  NOT_FOUND: 'Look up the address in openapi.json.',
  METHOD_NOT_ALLOWED: 'Use a method that `Allow` lists.',
  PAYLOAD_TOO_LARGE: 'Send a smaller body.',
  UNSUPPORTED_MEDIA_TYPE: 'Send JSON with `Content-Type: application/json`.',
  RATE_LIMITED: 'Wait for the seconds in `Retry-After`.',
  INTERNAL: 'Try again in a minute. If it fails again, tell us.',
  CHAT_UNAVAILABLE: 'Search instead, or ask again after the seconds in `Retry-After`, if present.',
  CHALLENGE_NOT_CONFIGURED: 'Send the form without a token.',
  CHALLENGE_UNAVAILABLE: 'Try again in a minute.',
  STORE_UNAVAILABLE: 'Send the same request again in a few minutes.',
  AUTH_NOT_CONFIGURED: 'Nothing: the public API needs no sign-in.',
};

export type ErrorRow = { code: ErrorCode; status: number; when: string; remedy: string };

/** A row for each error code of the API, in the order of their statuses. */
export function listErrors(): ErrorRow[] {
  return (Object.keys(errorCodes) as ErrorCode[]).map((code) => ({
    code,
    status: errorCodes[code],
    when: errorMeanings[code].when,
    remedy: remedies[code],
  }));
}
