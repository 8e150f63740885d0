import { errors } from 'jose';
import type { signInProblems } from '#lib/i18n/en/staff.ts';

/** The problem that the sign-in page shows. */
export type SignInProblem = keyof typeof signInProblems;

/**
 * Thrown if the directory is unavailable, slow, refuses, or responds invalidly. The message is for the log: it contains
 * no personal data, no secrets and no text of a client.
 */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  readonly problem: SignInProblem;

  constructor(
    message: string,
    { problem = 'directory', cause }: { problem?: SignInProblem; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.problem = problem;
  }
}

/** Seconds by which the clocks of the directory and of this server may differ. */
export const clockTolerance = 30;

const setClocks = 'set the clocks of this server and of the directory';
const seeDirectory = 'see the log of the directory';
const signInFirst = 'the person must sign in at the directory first';
const allowFlow = 'allow this site the authorization code flow';

/**
 * Error codes of the OAuth endpoints (RFC 6749, sections 4.1.2.1 and 5.2; OpenID Connect Core 1.0, section 3.1.2.6).
 * Others are not logged: any client can send a text as an error code.
 */
const answers: ReadonlyMap<string, readonly [problem: SignInProblem, advice: string]> = new Map([
  ['temporarily_unavailable', ['directory', 'it is overloaded or under maintenance']],
  ['server_error', ['directory', seeDirectory]],
  ['access_denied', ['declined', 'the person cancelled, or the account may not use this site']],
  ['login_required', ['login', signInFirst]],
  ['interaction_required', ['login', signInFirst]],
  ['account_selection_required', ['login', signInFirst]],
  ['consent_required', ['consent', 'an administrator of the directory must consent to this site']],
  ['invalid_scope', ['settings', 'allow this site the scopes openid, profile and email']],
  ['invalid_client', ['settings', 'check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, which may have expired']],
  ['unauthorized_client', ['settings', allowFlow]],
  ['unsupported_response_type', ['settings', allowFlow]],
  ['unsupported_grant_type', ['settings', allowFlow]],
  ['invalid_request', ['settings', 'check the redirect address that is registered at the directory']],
  ['invalid_request_uri', ['settings', seeDirectory]],
  ['invalid_request_object', ['settings', seeDirectory]],
  ['request_not_supported', ['settings', seeDirectory]],
  ['request_uri_not_supported', ['settings', seeDirectory]],
  ['registration_not_supported', ['settings', seeDirectory]],
  ['invalid_grant', ['stale', 'the code or token is too old or was used before']],
]);

/**
 * Describes an error code that the directory answered with.
 * @param status of the answer, if it did not come through the browser
 */
export function answeredError(code: unknown, status?: number): DirectoryError {
  const [problem, advice] = (typeof code === 'string' && answers.get(code)) || [];
  if (problem) return new DirectoryError(`the directory answered ${String(code)}: ${advice}`, { problem });
  const answer = status === undefined ? 'an error' : String(status);
  return new DirectoryError(`the directory answered ${answer} without a known error code: ${seeDirectory}`, {
    problem: status === undefined ? 'declined' : 'directory',
  });
}

/** Names what is wrong with an ID token. @param now seconds since 1970 */
export function tokenError(cause: unknown, now: number): unknown {
  if (!(cause instanceof errors.JOSEError)) return cause;
  const [problem, message] = describeTokenError(cause, now);
  return new DirectoryError(`the ID token ${message}`, { problem, cause });
}

function describeTokenError(error: errors.JOSEError, now: number): [SignInProblem, string] {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired) {
    return describeClaim(error, now);
  }
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return ['settings', 'is signed with an algorithm that is not accepted: choose RS256 at the directory'];
  }
  if (error instanceof errors.JWKSNoMatchingKey) {
    return ['failed', 'is signed with a key that the directory does not publish'];
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return ['failed', 'has a wrong signature'];
  return ['failed', `could not be verified: ${error.code}`];
}

type ClaimError = Pick<errors.JWTExpired, 'claim' | 'reason' | 'payload'>;

function describeClaim({ claim, reason, payload }: ClaimError, now: number): [SignInProblem, string] {
  if (reason !== 'check_failed') return ['failed', `has no valid claim ${claim}`];
  if (claim === 'exp')
    return ['clock', `expired ${Math.round(now - Number(payload.exp))} s ago: ${setClocks}`];
  if (claim === 'nbf')
    return ['clock', `is valid only in ${Math.round(Number(payload.nbf) - now)} s: ${setClocks}`];
  if (claim === 'iss')
    return ['settings', `is from another issuer than OIDC_ISSUER: ${issuerOf(payload.iss)}`];
  if (claim === 'aud') return ['settings', 'is for another client than OIDC_CLIENT_ID'];
  return ['failed', `has a wrong claim ${claim}`];
}

/** Reports clocks that differ, before a directory with shorter times makes a sign-in fail. */
export function clockWarning({ iat }: Readonly<Record<string, unknown>>, now: number): string | undefined {
  const ahead = typeof iat === 'number' ? iat - now : 0;
  return ahead > clockTolerance
    ? `an ID token was issued ${Math.round(ahead)} s in the future: ${setClocks}`
    : undefined;
}

function issuerOf(issuer: unknown): string {
  const url = typeof issuer === 'string' && issuer.length <= 200 ? URL.parse(issuer) : null;
  return url ? url.host + url.pathname.replace(/\/$/, '') : 'not an address';
}
