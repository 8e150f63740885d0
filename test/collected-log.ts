import { createLog, silentLog, type Log } from '#lib/log/log.ts';
import { createRequestWatch } from '#lib/log/request-watch.ts';

/** A parsed log line. */
export type LogLine = Record<string, unknown> & { level: string; msg: string; name?: string };

type CollectedLog = {
  log: Log;
  /** The parsed lines. */
  lines: LogLine[];
  /** The output as text. */
  text: () => string;
};

/** The site's logger, which collects lines instead of writing them. */
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

/** For tests of servers that do not check the log or metrics. */
export const unwatched = createRequestWatch({
  log: silentLog,
  idOf: () => 'an-id',
  logsAll: false,
  traffic: undefined,
});

/** Parses the JSON lines in the output of a process. */
export function readLog(output: string): LogLine[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);
}
