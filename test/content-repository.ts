import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const developer = { name: 'Dev Eloper', email: 'dev@example.org' };
const identity = ['-c', `user.name=${developer.name}`, '-c', `user.email=${developer.email}`];

/** Runs git in a folder. @returns its output without the last line break */
export function git(folder: string, ...args: string[]): string {
  return runGit(folder, args).replace(/\n$/, '');
}

function runGit(folder: string, args: readonly string[], input: string | Buffer = ''): string {
  return execFileSync('git', ['-C', folder, ...identity, ...args], {
    encoding: 'utf8',
    input,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
  });
}

/** Null removes a file. */
export type ContentFile = string | Buffer | null | { linkTo: string } | { submodule: string };
export type ContentFiles = Readonly<Record<string, ContentFile>>;

/** A bare repository in a temporary folder, to which tests push, and a clone of it. */
export type TestRepository = ReturnType<typeof makeContentRepository>;

/**
 * @param from a folder whose files are the first commit
 * @param under where they are in the repository
 * @param copyOf the folder of another test repository with a push, which is copied with all that is in it
 */
export function makeContentRepository({
  from,
  under = '',
  copyOf,
}: { from?: string; under?: string; copyOf?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'content-repository-'));
  const origin = join(folder, 'origin.git');
  const checkout = join(folder, 'checkout');
  if (copyOf === undefined) makeBareRepository(origin);
  else cpSync(copyOf, folder, { recursive: true });
  let lastPush = copyOf && readFileSync(join(origin, 'refs/heads/main'), 'utf8').trim();
  let isCheckoutCurrent = false;

  /** Writes a commit on top of `main` with one process, where a clone that pushes needs about twenty. */
  function write(branch: string, files: ContentFiles, message: string): string {
    const ref = `refs/heads/${branch}`;
    const base = lastPush === undefined ? '' : 'from refs/heads/main^0\n';
    const by = `committer ${developer.name} <${developer.email}> now\n`;
    const input = Buffer.concat([
      Buffer.from(`feature done\ncommit ${ref}\nmark :1\n${by}`),
      toData(message),
      Buffer.from(base),
      ...Object.entries(files).map(([path, file]) => toFileCommand(path, file)),
      Buffer.from('get-mark :1\ndone\n'),
    ]);
    // Proposals may replace one another. A branch that others push to moves only forward.
    const force = branch === 'main' ? [] : ['--force'];
    const args = ['fast-import', '--quiet', '--date-format=now', ...force];
    return runGit(origin, args, input).trim();
  }

  /** Clones the origin at the first use, and moves the clone to the last pushed commit. */
  function openCheckout(): string {
    if (isCheckoutCurrent) return checkout;
    isCheckoutCurrent = true;
    if (existsSync(checkout)) git(checkout, 'fetch', '--quiet', 'origin');
    else git(folder, 'clone', '--quiet', origin, checkout);
    if (lastPush !== undefined) git(checkout, 'reset', '--quiet', '--hard', lastPush);
    return checkout;
  }

  const repository = {
    folder,
    origin,
    get checkout() {
      return openCheckout();
    },
    git: (...args: string[]) => git(openCheckout(), ...args),

    /** Commits files on a branch of the checkout, without pushing. */
    commit(files: Readonly<Record<string, string | Buffer>>, message = 'Change files'): string {
      for (const [path, content] of Object.entries(files)) {
        const file = join(openCheckout(), path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
      git(checkout, 'add', '--all');
      git(checkout, 'commit', '--quiet', '--message', message);
      return git(checkout, 'rev-parse', 'HEAD');
    },

    /** Commits files on top of the origin's head. @throws Error if others push at the same time */
    push(files: ContentFiles, message = 'Change files'): string {
      lastPush = write('main', files, message);
      isCheckoutCurrent = false;
      return lastPush;
    },

    /** Pushes files on a branch `propose/NAME` from the origin's head. */
    propose(name: string, files: ContentFiles, message = 'Change files'): string {
      isCheckoutCurrent = false;
      return write(`propose/${name}`, files, message);
    },

    /** The commits of the origin, the latest first. */
    log: () => git(origin, 'log', '--format=%H %an <%ae> %s', 'main').split('\n'),

    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
  if (from !== undefined) repository.push(filesOf(from, under), 'Begin');
  return repository;
}

/** Writes the files of an empty bare repository, without starting git. It neither syncs to disk nor collects garbage. */
function makeBareRepository(folder: string): void {
  for (const name of ['objects', 'refs/heads']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
  const settings = ['core.bare=true', 'core.fsync=none', 'receive.autogc=false', 'fastimport.unpackLimit=1'];
  const lines = settings.map((setting) => setting.replace(/^(\w+)\.(.*)$/, '[$1]\n$2\n'));
  writeFileSync(join(folder, 'config'), lines.join(''));
}

function filesOf(from: string, under: string): ContentFiles {
  const found = readdirSync(from, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(
    found.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [join(under, relative(from, file)), readFileSync(file)];
    }),
  );
}

function toFileCommand(path: string, file: ContentFile): Buffer {
  if (file === null) return Buffer.from(`D ${path}\n`);
  if (typeof file === 'string' || Buffer.isBuffer(file)) {
    return Buffer.concat([Buffer.from(`M 100644 inline ${path}\n`), toData(file)]);
  }
  if ('submodule' in file) return Buffer.from(`M 160000 ${file.submodule} ${path}\n`);
  return Buffer.concat([Buffer.from(`M 120000 inline ${path}\n`), toData(file.linkTo)]);
}

function toData(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
}
