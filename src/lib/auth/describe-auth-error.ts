/** The problem that the sign-in page shows. */
export type SignInProblem = 'directory' | 'declined' | 'stale' | 'failed';

/** The first entry that matches the error or one of its causes is used. */
const problemsByKind: readonly (readonly [kind: string, SignInProblem])[] = [
  ['DirectoryError', 'directory'],
  ['OAuthCallbackError', 'declined'],
  ['AuthorizationResponseError', 'declined'],
  ['InvalidCheck', 'stale'],
  ['MissingCSRF', 'stale'],
];

/**
 * Describes an error of Auth.js for the log: types and codes of the error and its causes. Messages are left out, since
 * they quote input from the browser or the directory.
 */
export function describeAuthError(error: unknown): { problem: SignInProblem; text: string } {
  const chain = causesOf(error);
  const kinds = chain.map(kindOf);
  const words = chain.flatMap((cause) => [
    kindOf(cause),
    asWord(cause.code),
    asWord(cause.error),
    reasonOf(cause),
  ]);
  const problem = problemsByKind.find(([kind]) => kinds.includes(kind))?.[1] ?? 'failed';
  return { problem, text: [...new Set(words)].filter((word) => word !== '').join(', ') };
}

type Cause = { name?: unknown; type?: unknown; code?: unknown; error?: unknown; message?: unknown };

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

/** Only the messages of our own errors are safe to log. */
function reasonOf({ name, message }: Cause): string {
  return name === 'DirectoryError' && typeof message === 'string' ? message : '';
}
