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
  /**
   * One line of made-up values only, such as numbers and patterns, which is written as it is. Of level `info` it
   * may wait for some milliseconds.
   */
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

/** In characters. */
const writtenTogether = 8_192;
/** In milliseconds. */
const longestWait = 20;

/** Writes one JSON object a line, in the order of what happens. */
export function createLog({ write, secrets = [], isReadable = false }: LogOptions = {}): Log {
  const redact = createRedaction(secrets);
  const put = write ?? ((line: string) => void process.stdout.write(line));
  const destination =
    write === undefined && !isReadable
      ? openOutput()
      : { write: (line: string) => put(isReadable ? readableLine(line) : line), flush: () => undefined };
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
        destination.flush();
      };
    return {
      info: tell('info'),
      warn: tell('warn'),
      error: tell('error'),
      with: (more) => bind({ ...values, ...more }),
      record(level, more, message) {
        writer[level]({ ...values, ...more }, message);
        if (level !== 'info') destination.flush();
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

/**
 * Standard output, to which lines that can wait are written together: one system call for each would be a tenth of
 * what a request to the API costs. None is lost but to a process that is killed outright.
 */
function openOutput() {
  const { stdout } = process;
  // Bytes, since a line is made of some forty strings, which the collector would have to carry meanwhile.
  const waiting = Buffer.allocUnsafe(2 * writtenTogether);
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (length > 0) stdout.write(Buffer.from(waiting.subarray(0, length)));
    length = 0;
  };
  // When nobody reads any more the site goes on: there is nowhere to say so.
  stdout.on('error', () => undefined);
  process.once('exit', flush);
  return {
    flush,
    write(line: string) {
      if (line.length > writtenTogether / 3) {
        flush();
        stdout.write(line);
        return;
      }
      length += waiting.write(line, length);
      if (length > writtenTogether) flush();
      else timer ??= setTimeout(flush, longestWait).unref();
    },
  };
}

/** For tests and commands that have nothing to tell. */
export const silentLog: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => silentLog,
  record: () => undefined,
};
