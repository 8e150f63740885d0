import { stripVTControlCharacters } from 'node:util';
import type { Log, LogDetails } from './log.ts';

const levels = { log: 'info', info: 'info', debug: 'info', warn: 'warn', error: 'error' } as const;

/**
 * Sends what libraries print to the log, so that it is filtered like everything else. Astro prints what a page
 * throws, with a message that may quote what somebody sent: of such text the kinds and the frames are kept.
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

/** Of objects nobody knows what they hold. */
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

/** `TypeError` of `TypeError: what it says`; of a line that tells what was being done, the words without an address. */
function kindOf(line: string): string {
  const doing = /(?:Could not render|Unhandled rejection while rendering)\b/.exec(line)?.[0];
  return doing ?? /\b[A-Z]\w{0,40}(?:Error|Exception)\b(?=:|$)/.exec(line)?.[0] ?? '';
}
