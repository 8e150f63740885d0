import type { Redaction } from './redact.ts';

/** The details of a thrown value that the log contains. */
export type DescribedError = {
  type: string;
  /** A code of the system or of a library, such as `ECONNREFUSED`. */
  code?: string;
  message: string;
  /** Where it was thrown, without the message. */
  stack?: string;
  cause?: DescribedError;
};

const maxCauses = 4;
const maxFrames = 15;

/**
 * Describes an error for the log. Leaves out its other members, where libraries put requests, responses and row values,
 * and text between double quotes in its message, where parsers quote their input.
 */
export function describeError(thrown: unknown, redact: Redaction, depth = 0): DescribedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: 'the thrown value is not an error' };
  const { name, message, stack, cause } = thrown;
  const code = wordOf('code' in thrown ? thrown.code : undefined);
  const frames = framesOf(stack, message);
  return {
    type: wordOf(name) ?? 'Error',
    ...(code !== undefined && { code }),
    message: redact(withoutQuotes(message).replaceAll('\n', ' ')),
    ...(frames !== '' && { stack: redact(frames) }),
    ...(cause !== undefined && depth < maxCauses && { cause: describeError(cause, redact, depth + 1) }),
  };
}

/** Replaces the text from the first to the last double quote of each line. */
function withoutQuotes(text: string): string {
  return text.replaceAll(/"[^\n]*"/g, '"…"').replaceAll(/"[^\n…]+$/gm, '"…');
}

function framesOf(stack: string | undefined, message: string): string {
  if (stack === undefined) return '';
  const at = stack.indexOf(message);
  const behind = at === -1 ? stack : stack.slice(at + message.length);
  return behind
    .split('\n')
    .filter((line) => /^\s+at [^"]*$/.test(line))
    .slice(0, maxFrames)
    .map((line) => line.trim())
    .join('\n');
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : undefined;
}
