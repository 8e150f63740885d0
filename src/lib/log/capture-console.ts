import { stripVTControlCharacters } from 'node:util';
import type { Log, LogDetails } from './log.ts';

const levels = { log: 'info', info: 'info', debug: 'info', warn: 'warn', error: 'error' } as const;

/**
 * Redirects console output of libraries to the log, which redacts it. Astro prints page errors, whose messages may
 * quote user input: only their types and stack frames are logged.
 */
export function captureConsole(log: Log, target: Console = console): void {
  for (const [method, level] of Object.entries(levels)) {
    target[method as keyof typeof levels] = (...values: unknown[]) => {
      const error = values.find((value) => value instanceof Error);
      const text = values.filter((value) => value !== error).map(asText);
      const { message, stack } = sortOut(text.join(' '));
      const details: LogDetails = error ? { error } : { stack };
      log[level](message === '' ? 'a library printed an error' : message, details);
    };
  }
}

/** Objects are not printed, because they may contain personal data. */
function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? '[object]' : String(value);
}

function sortOut(printed: string): { message: string; stack: string | undefined } {
  const lines = stripVTControlCharacters(printed)
    .split('\n')
    .map((line) => line.replace(/"[^\n]*"/, '"…"'));
  const frames = lines.filter(isFrame).slice(0, 15);
  if (frames.length === 0) return { message: (lines[0] ?? '').trim(), stack: undefined };
  const kinds = lines.filter((line) => !isFrame(line)).map(kindOf);
  return {
    message: kinds.filter((kind) => kind !== '').join(', ') || 'a library printed an error',
    stack: frames.map((frame) => frame.trim()).join('\n'),
  };
}

function isFrame(line: string): boolean {
  return /^\s+at \S/.test(line);
}

/** Returns `TypeError` for `TypeError: message`, and only the fixed words of a line that Astro prints, without the address. */
function kindOf(line: string): string {
  const doing = /(?:Could not render|Unhandled rejection while rendering)\b/.exec(line)?.[0];
  return doing ?? /\b[A-Z]\w{0,40}(?:Error|Exception)\b(?=:|$)/.exec(line)?.[0] ?? '';
}
