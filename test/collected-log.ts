import { createLog, silentLog, type Log } from '#lib/log/log.ts';
import { createRequestWatch } from '#lib/log/request-watch.ts';

/** A line of the log as programs read it. */
export type LogLine = Record<string, unknown> & { level: string; msg: string; name?: string };

export type CollectedLog = {
  log: Log;
  /** What was written, line by line. */
  lines: LogLine[];
  /** The same as it was written. */
  text: () => string;
};

/** The site's own log, kept instead of written. */
export function collectLog(options: { secrets?: readonly string[] } = {}): CollectedLog {
  const written: string[] = [];
  const lines: LogLine[] = [];
  const log = createLog({
    ...options,
    write(line) {
      written.push(line);
      lines.push(JSON.parse(line) as LogLine);
    },
  });
  return { log, lines, text: () => written.join('') };
}

/** For servers whose log and counts no test looks at. */
export const unwatched = createRequestWatch({
  log: silentLog,
  idOf: () => 'an-id',
  logsAll: false,
  traffic: undefined,
});

/** The lines of JSON among what a process wrote. */
export function readLog(output: string): LogLine[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);
}
