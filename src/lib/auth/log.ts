/** What went wrong with a sign-in, as far as the person is told. */
export type Problem = 'directory' | 'declined' | 'stale' | 'failed';

const stale = new Set(['InvalidCheck', 'MissingCSRF']);

/**
 * What an error of Auth.js may say in the log: kinds and codes of it and its causes. Their messages quote what
 * the browser or the directory sent.
 */
export function describe(error: unknown): { problem: Problem; text: string } {
  const chain = chainOf(error);
  const words = chain.flatMap((one) => [kindOf(one), codeOf(one.code), codeOf(one.error), reasonOf(one)]);
  const kinds = new Set(chain.map(kindOf));
  const problem: Problem = kinds.has('DirectoryError')
    ? 'directory'
    : kinds.has('OAuthCallbackError') || kinds.has('AuthorizationResponseError')
      ? 'declined'
      : [...kinds].some((kind) => stale.has(kind))
        ? 'stale'
        : 'failed';
  return { problem, text: [...new Set(words)].filter((word) => word !== '').join(', ') };
}

type Link = { name?: unknown; type?: unknown; code?: unknown; error?: unknown; message?: unknown };

/** The error and its causes; Auth.js puts the cause into `cause.err`. */
function chainOf(error: unknown): Link[] {
  const chain: Link[] = [];
  let current: unknown = error;
  while (typeof current === 'object' && current !== null && chain.length < 6) {
    chain.push(current);
    const { cause } = current as { cause?: unknown };
    const isWrapped = typeof cause === 'object' && cause !== null && 'err' in cause;
    current = isWrapped ? cause.err : cause;
  }
  return chain;
}

function kindOf({ type, name }: Link): string {
  const kind = typeof type === 'string' ? type : name;
  return typeof kind === 'string' && /^\w{1,60}$/.test(kind) ? kind : '';
}

function codeOf(code: unknown): string {
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : '';
}

/** The messages of our own errors are safe. */
function reasonOf({ name, message }: Link): string {
  return name === 'DirectoryError' && typeof message === 'string' ? message : '';
}
