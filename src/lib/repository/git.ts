import { execFile, spawn } from 'node:child_process';
import { readRecords, type RecordLimits, type Records } from './read-records.ts';

type RunOptions = {
  input?: string | Buffer;
  environment?: Readonly<Record<string, string>>;
  /** In milliseconds. */
  timeout?: number;
  /** In bytes. */
  maxOutput?: number;
};

/** Runs git in one repository. */
export type Git = {
  run(args: readonly string[], options?: RunOptions): Promise<Buffer>;
  /** Standard output without the line break at its end. */
  text(args: readonly string[], options?: RunOptions): Promise<string>;
  /** The records of standard output. Kills git if the output exceeds a limit. */
  records(args: readonly string[], limits: RecordLimits, options?: RunOptions): Promise<Records>;
  /** Standard output; undefined if git exits with 1, which means “no” for some commands. */
  query(args: readonly string[]): Promise<string | undefined>;
};

export class GitError extends Error {
  override readonly name = 'GitError';
  readonly exitCode: number | undefined;

  /** Whether the origin rejected a push. */
  get isRejection(): boolean {
    return /\[(?:remote )?rejected\]/.test(this.message);
  }

  /** Whether a disk of this machine has no space left. */
  get isOfFullDisk(): boolean {
    return this.message.endsWith(fullDisk);
  }

  constructor(message: string, exitCode: number | undefined, cause: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

const notInstalled =
  'git is not installed here: install it, since CONTENT_REPO needs it, or unset CONTENT_REPO';
const otherOwner =
  'the folder belongs to another user, so git does not use it: give it to the user that runs the site, with `chown -R`';
const fullDisk = 'the disk is full: free some space';
const localTimeout = 60_000;
const recordsTimeout = 20_000;
const defaultOutput = 32 << 20;
const maxErrorText = 64 << 10;
/** Concurrency limit. Further calls wait. */
const maxProcesses = 4;

/** Prevents a repository from running code: disables hooks, helpers and unusual transports. */
const fixedConfig = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.attributesFile=/dev/null',
  'protocol.allow=never',
  'protocol.file.allow=always',
  'protocol.https.allow=always',
  'protocol.ssh.allow=always',
  'submodule.recurse=false',
  // Ends a transfer of less than a byte a second after a minute: its connection is lost.
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=60',
  'gc.autoDetach=false',
  'core.filesRefLockTimeout=2000',
  'i18n.commitEncoding=utf-8',
  'i18n.logOutputEncoding=utf-8',
  'log.showSignature=false',
].flatMap((pair) => ['-c', pair]);

/** Environment variables that are passed to git and ssh: keys, certificates, proxies. */
const passedOn =
  /^(?:PATH|HOME|USER|LOGNAME|TMPDIR|XDG_CONFIG_HOME|SSH_AUTH_SOCK|GIT_SSH|GIT_SSH_COMMAND|GIT_ASKPASS|GIT_SSL_CAINFO|SSL_CERT_(?:FILE|DIR)|SYSTEMROOT|(?:https?|all|no)_proxy)$/i;

/**
 * @param folder the bare repository
 * @param environment variables of the process; only some are passed to git
 * @param own further variables for git
 */
export function createGit(
  folder: string,
  environment: NodeJS.ProcessEnv,
  own: Readonly<Record<string, string>> = {},
): Git {
  const inherited = Object.entries(environment).filter(([name]) => passedOn.test(name));
  const base = {
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oConnectTimeout=15 -oServerAliveInterval=20',
    ...Object.fromEntries(inherited),
    ...own,
    LC_ALL: 'C',
    GIT_DIR: folder,
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
  };

  const takeTurn = limitConcurrency(maxProcesses);

  const run: Git['run'] = (args, options = {}) => takeTurn(() => runNow(args, options));

  function runNow(args: readonly string[], { input, environment: more, timeout, maxOutput }: RunOptions) {
    return new Promise<Buffer>((resolve, reject) => {
      const child = execFile(
        'git',
        [...fixedConfig, ...args],
        {
          env: { ...base, ...more },
          timeout: timeout ?? localTimeout,
          killSignal: 'SIGKILL',
          maxBuffer: maxOutput ?? defaultOutput,
          encoding: 'buffer',
          windowsHide: true,
        },
        (error, stdout, stderr) => {
          if (error) reject(toGitError(args[0] ?? '', error, stderr.toString('utf8')));
          else resolve(stdout);
        },
      );
      // Ignore errors: git may exit before it has read all input.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input ?? '');
    });
  }

  /** Ignores the exit code if git was killed because its output exceeded a limit. */
  async function readNow(
    args: readonly string[],
    limits: RecordLimits,
    { input, environment: more, timeout = recordsTimeout }: RunOptions,
  ): Promise<Records> {
    const child = spawn('git', [...fixedConfig, ...args], {
      env: { ...base, ...more },
      timeout,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (errors.length < maxErrorText) errors += text;
    });
    // Ignore errors: git may exit before it has read all input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    // Without this, a killed git would count as running as long as its process for the network, which has its error output.
    child.on('exit', (_code, signal) => signal && child.stderr.destroy());
    const ended = new Promise<ExecError | undefined>((resolve) => {
      child.on('error', resolve);
      child.on('close', (code) => {
        const failure = { code, killed: child.killed };
        resolve(code === 0 ? undefined : Object.assign(new Error('git ended'), failure));
      });
    });
    const found = await readRecords(child, limits).finally(() => child.stdout.destroy());
    if (found.isCut) child.kill('SIGKILL');
    const error = await ended;
    if (error && !found.isCut) throw toGitError(args[0] ?? '', error, errors);
    return found;
  }

  const text: Git['text'] = async (args, options) =>
    (await run(args, options)).toString('utf8').replace(/\n$/, '');

  return {
    run,
    text,
    records: (args, limits, options = {}) => takeTurn(() => readNow(args, limits, options)),
    query: (args) =>
      text(args).catch((error: unknown) => {
        if (error instanceof GitError && error.exitCode === 1) return undefined;
        throw error;
      }),
  };
}

/** Creates a function that runs at most `max` tasks at once, in the order of the calls. */
function limitConcurrency(max: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Hand this slot to the next caller in the queue.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

type ExecError = Error & { code?: number | string | null; killed?: boolean };

function toGitError(command: string, error: ExecError, stderr: string): GitError {
  const code = typeof error.code === 'number' ? error.code : undefined;
  if (error.code === 'ENOENT') return new GitError(notInstalled, undefined, error);
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return new GitError(`git ${command}: the output is too large`, undefined, error);
  }
  if (error.killed) return new GitError(`git ${command} took too long`, undefined, error);
  if (stderr.includes('dubious ownership')) {
    return new GitError(`git ${command}: ${otherOwner}`, code, undefined);
  }
  // Not on the disk of the origin, whose lines begin with `remote:`.
  if (/^(?!remote:).*(?:No space left on device|Out of diskspace|Disk quota exceeded)/m.test(stderr)) {
    return new GitError(`git ${command}: ${fullDisk}`, code, undefined);
  }
  return new GitError(`git ${command}: ${shorten(stderr)}`, code, undefined);
}

/** Git's error message on one line, with the credentials removed from its URLs. */
function shorten(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const reasons = lines.filter((line) =>
    /^(?:fatal|error|remote|ssh|Host key)\b(?!-)|^!|denied|refused/i.test(line),
  );
  const text = (reasons.length > 0 ? reasons : lines.filter(Boolean)).join('; ');
  return text.replaceAll(/\/\/[^\s/]*@/g, '//').slice(0, 400) || 'failed without a reason';
}
