import { pino } from 'pino';
import { createRedaction } from './redact.ts';
import { describeError } from './describe-error.ts';
import { readableLine } from './readable-line.ts';

export type LogLevel = 'info' | 'warn' | 'error';

type LogValue = string | number | boolean | undefined;

/** `name` identifies the part of the site. `error` is logged without quoted text in its message. */
export type LogDetails = {
  readonly name?: string;
  readonly stack?: string | undefined;
  readonly code?: string;
  readonly error?: unknown;
};

/** Messages are fixed sentences without personal data. */
export type Log = {
  info(message: string, details?: LogDetails): void;
  warn(message: string, details?: LogDetails): void;
  error(message: string, details?: LogDetails): void;
  /** Returns a log that adds these values to each line. */
  with(values: Readonly<Record<string, LogValue>>): Log;
  /**
   * Writes trusted values, such as numbers and patterns, without redaction. Lines of level `info` are written with a
   * short delay.
   */
  record(level: LogLevel, values: Readonly<Record<string, LogValue>>, message: string): void;
};

type LogOptions = {
  /** Writes a line, including its line break; to standard output by default. */
  write?: ((line: string) => void) | undefined;
  /** Keys and passwords, which are redacted everywhere. */
  secrets?: readonly string[];
  /** Writes lines for a terminal instead of JSON. */
  isReadable?: boolean;
};

/** In characters. */
const batchSize = 8_192;
/** In milliseconds. */
const maxDelay = 20;

/** Writes one JSON object per line, in order. */
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
    const writeAt =
      (level: LogLevel) =>
      (message: string, details: LogDetails = {}) => {
        writer[level]({ ...values, ...clean(details) }, redact(message));
        destination.flush();
      };
    return {
      info: writeAt('info'),
      warn: writeAt('warn'),
      error: writeAt('error'),
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

/** Batches lines for standard output. A line is lost only if the process is killed. */
function openOutput() {
  const { stdout } = process;
  // A buffer, because strings would burden the garbage collector.
  const waiting = Buffer.allocUnsafe(2 * batchSize);
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (length > 0) stdout.write(Buffer.from(waiting.subarray(0, length)));
    length = 0;
  };
  // Ignore errors from stdout: there is nowhere to report them.
  stdout.on('error', () => undefined);
  process.once('exit', flush);
  return {
    flush,
    write(line: string) {
      if (line.length > batchSize / 3) {
        flush();
        stdout.write(line);
        return;
      }
      length += waiting.write(line, length);
      if (length > batchSize) flush();
      else timer ??= setTimeout(flush, maxDelay).unref();
    },
  };
}

/** For tests and commands without a log. */
export const silentLog: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => silentLog,
  record: () => undefined,
};
