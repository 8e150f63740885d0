import type { DescribedError } from './describe-error.ts';

type Line = { level?: unknown; time?: unknown; name?: string; msg?: unknown; error?: unknown };

/** Formats a log line for a terminal: time, level, name, message, then the other values as `name=value`. */
export function readableLine(json: string): string {
  const { level, time, name, msg, error, ...rest } = JSON.parse(json) as Line;
  const clock = String(time).slice(11, 19);
  const more = Object.entries(rest).map(([key, value]) => ` ${key}=${String(value)}`);
  const text = `${clock} ${String(level).padEnd(5)} ${name ?? 'site'}: ${String(msg)}${more.join('')}\n`;
  return text + (error === undefined ? '' : readableError(error as DescribedError));
}

function readableError({ type, code, message, stack, cause }: DescribedError): string {
  const head = `  ${type}${code === undefined ? '' : ` ${code}`}: ${message}\n`;
  const frames = stack?.split('\n').map((frame) => `    ${frame}\n`) ?? [];
  return head + frames.join('') + (cause === undefined ? '' : readableError(cause));
}
