import { errorCodes, type ErrorCode } from '#lib/http/api-error.ts';
import { bodyErrors, challengeErrors, nothingAtAddress, requestErrors } from '#lib/i18n/en/errors.ts';

type ErrorMeaning = {
  when: string;
  /** What a client should do. */
  remedy: string;
  /** An example of the error's message. */
  message: string;
};

/** The meaning of each error code of the API, on /developers and in openapi.json. */
export const errorMeanings: Readonly<Record<ErrorCode, ErrorMeaning>> = {
  INVALID_REQUEST: {
    when: 'The request is invalid. The message says what is wrong.',
    remedy: 'Correct the fields that `message` and `fields` name.',
    message: requestErrors.invalidFields.message,
  },
  CHALLENGE_REQUIRED: {
    when: 'This site requires a challenge, and the request has no `challengeToken`.',
    remedy: 'Leave the form to a person.',
    message: challengeErrors.missing.message,
  },
  CHALLENGE_FAILED: {
    when: 'The `challengeToken` is invalid, expired or already used.',
    remedy: 'Leave the form to a person.',
    message: challengeErrors.refused.message,
  },
  UNAUTHORIZED: {
    when: 'A webhook of the operator has no valid signature.',
    remedy: 'Nothing: the public API needs no signature.',
    message: requestErrors.unsigned.message,
  },
  FORBIDDEN: {
    when: 'The request comes from a page of another site.',
    remedy: 'Send it from a program, without an `Origin` header.',
    message: requestErrors.foreignOrigin.message,
  },
  NOT_FOUND: {
    when: 'The address does not exist.',
    remedy: 'Look up the address in openapi.json.',
    message: nothingAtAddress,
  },
  METHOD_NOT_ALLOWED: {
    when: 'The address does not support the method.',
    remedy: 'Use a method that `Allow` lists.',
    message: requestErrors.methodNotAllowed({ method: 'PUT', allowed: [] }).message,
  },
  PAYLOAD_TOO_LARGE: {
    when: 'The body is too large.',
    remedy: 'Send a smaller body.',
    message: 'The body is larger than 32768 bytes.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body has an unsupported media type, or is compressed.',
    remedy: 'Send JSON with `Content-Type: application/json`.',
    message: bodyErrors.mediaType({ mediaType: 'application/json' }).message,
  },
  RATE_LIMITED: {
    when: 'The client has reached the rate limit.',
    remedy: 'Wait for the seconds in `Retry-After`.',
    message: requestErrors.rateLimited({ seconds: 420 }).message,
  },
  INTERNAL: {
    when: 'An error in the server.',
    remedy: 'Try again in a minute. If it fails again, tell us.',
    message: requestErrors.internal.message,
  },
  CHAT_UNAVAILABLE: {
    when: 'No language model is configured, or it cannot take more questions now.',
    remedy: 'Search instead, or ask again after the seconds in `Retry-After`, if present.',
    message: 'Questions can’t be answered here now.',
  },
  CHALLENGE_NOT_CONFIGURED: {
    when: 'This site requires no challenge.',
    remedy: 'Send the form without a token.',
    message: challengeErrors.notConfigured.message,
  },
  CHALLENGE_UNAVAILABLE: {
    when: 'The service that verifies challenges does not respond.',
    remedy: 'Try again in a minute.',
    message: challengeErrors.unavailable.message,
  },
  STORE_UNAVAILABLE: {
    when: 'Nothing could be stored.',
    remedy: 'Send the same request again in a few minutes.',
    message: requestErrors.storeUnavailable.message,
  },
  AUTH_NOT_CONFIGURED: {
    when: 'No directory is configured, so staff cannot sign in.',
    remedy: 'Nothing: the public API needs no sign-in.',
    message: 'Staff sign-in is off: no directory is configured.',
  },
};

export type ErrorRow = { code: ErrorCode; status: number; when: string; remedy: string };

/** A row for each error code, in the order of their statuses. */
export function listErrors(): ErrorRow[] {
  return (Object.keys(errorCodes) as ErrorCode[]).map((code) => ({
    code,
    status: errorCodes[code],
    ...errorMeanings[code],
  }));
}
