import { DirectoryError, type SignInProblem } from './directory-error.ts';

/**
 * Describes an error of Auth.js for the log. Types and codes are listed, but no messages, since they quote input from the
 * browser or the directory. Those of DirectoryError and of the OAuth library are our own words and constants.
 */
export function describeAuthError(error: unknown): { problem: SignInProblem; text: string } {
  const chain = causesOf(error);
  const known = chain.find((cause) => cause instanceof DirectoryError);
  if (known) return { problem: known.problem, text: known.message };
  const kinds = chain.map(kindOf);
  if (kinds.includes('InvalidCheck')) return { problem: 'stale', text: missingCookie };
  const words = chain.flatMap((cause) => [kindOf(cause), asWord(cause.code), constantOf(cause)]);
  const text = [...new Set(words)].filter((word) => word !== '').join(', ');
  return { problem: kinds.includes('MissingCSRF') ? 'stale' : 'failed', text };
}

export const missingCookie =
  'a sign in came back too late or without its cookies: if this happens often, check that people open SITE_URL';

type Cause = { name?: unknown; type?: unknown; code?: unknown; message?: unknown };

/** The error and its causes. Auth.js puts a cause into `cause.err`. */
function causesOf(error: unknown): Cause[] {
  const chain: Cause[] = [];
  let current: unknown = error;
  while (typeof current === 'object' && current !== null && chain.length < 6) {
    chain.push(current);
    const { cause } = current as { cause?: unknown };
    const isWrapped = typeof cause === 'object' && cause !== null && 'err' in cause;
    current = isWrapped ? cause.err : cause;
  }
  return chain;
}

function kindOf({ type, name }: Cause): string {
  return asWord(typeof type === 'string' ? type : name);
}

function asWord(value: unknown): string {
  return typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : '';
}

/** Messages of this type of error are constants of the OAuth library, such as `unexpected ID Token nonce claim value`. */
function constantOf({ name, message }: Cause): string {
  if (name !== 'OperationProcessingError' || typeof message !== 'string') return '';
  return message.replaceAll(/[^\w ,.:]/g, '').slice(0, 200);
}
