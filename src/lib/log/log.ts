import { pino } from 'pino';
import { createRedaction } from './redact.ts';
import { describeError } from './describe-error.ts';
import { readableLine } from './readable-line.ts';

export type LogLevel = 'info' | 'warn' | 'error';

type LogValue = string | number | boolean | undefined;

/** Beside the message: the name of the part, and more. What was thrown goes under `error` and is told without anything that it may quote. */
export type LogDetails = {
  readonly name?: string;
  readonly stack?: string | undefined;
  readonly code?: string;
  readonly error?: unknown;
};

/** Where a part of the site tells what happens. Messages are sentences of ours, without anything of a person. */
export type Log = {
  info(message: string, details?: LogDetails): void;
  warn(message: string, details?: LogDetails): void;
  error(message: string, details?: LogDetails): void;
  /** The same log, with these values in each line. */
  with(values: Readonly<Record<string, LogValue>>): Log;
  /** One line of made-up values only, such as numbers and patterns, which is written as it is. */
  record(level: LogLevel, values: Readonly<Record<string, LogValue>>, message: string): void;
};

type LogOptions = {
  /** Takes each line with its end; standard output unless given. */
  write?: ((line: string) => void) | undefined;
  /** Text that no line may have, wherever it comes from: keys and passwords. */
  secrets?: readonly string[];
  /** For people at a terminal instead of programs: no JSON. */
  isReadable?: boolean;
};

/** Writes one JSON object a line, in the order of what happens: nothing is lost when the process ends. */
export function createLog({ write, secrets = [], isReadable = false }: LogOptions = {}): Log {
  const redact = createRedaction(secrets);
  const put = write ?? ((line: string) => void process.stdout.write(line));
  const direct = write === undefined && !isReadable;
  const destination = direct
    ? pino.destination({ fd: 1, sync: true })
    : { write: (line: string) => put(isReadable ? readableLine(line) : line) };
  const writer = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    destination,
  );
  return bind({});

  function bind(values: Readonly<Record<string, LogValue>>): Log {
    const tell =
      (level: LogLevel) =>
      (message: string, details: LogDetails = {}) => {
        writer[level]({ ...values, ...clean(details) }, redact(message));
      };
    return {
      info: tell('info'),
      warn: tell('warn'),
      error: tell('error'),
      with: (more) => bind({ ...values, ...more }),
      record(level, more, message) {
        writer[level]({ ...values, ...more }, message);
      },
    };
  }

  function clean(details: LogDetails): Record<string, unknown> {
    const entries = Object.entries(details as Record<string, unknown>).map(([name, value]) => {
      if (name === 'error') return ['error', describeError(value, redact)];
      return [name, typeof value === 'string' ? redact(value) : value];
    });
    return Object.fromEntries(entries) as Record<string, unknown>;
  }
}

/** For tests and commands that have nothing to tell. */
export const silentLog: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => silentLog,
  record: () => undefined,
};
