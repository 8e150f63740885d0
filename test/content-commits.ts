import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { checkSiteContent } from '#app/content-view/check-site-content.ts';
import { exportHead } from '#lib/repository/export-content.ts';
import { openContentRepository } from '#lib/repository/open-repository.ts';
import { formatProblems } from '#lib/content/checking/problem.ts';
import { git } from './content-repository.ts';
import { makeFolder } from './temporary-folder.ts';
import type { EditorOptions } from './stand-ins/content-editor.ts';

const script = fileURLToPath(new URL('./stand-ins/content-editor.ts', import.meta.url));

type RunningEditor = {
  /** The lines that accepted commits have added so far. */
  readonly accepted: readonly string[];
  readonly conflicts: number;
  readonly failures: readonly string[];
  /** Kills the process together with the git processes that it runs. */
  kill(): Promise<void>;
};

/** Starts a process that commits until it is killed. */
export function startEditor(options: EditorOptions): RunningEditor {
  const args = ['--disable-warning=ExperimentalWarning', script, JSON.stringify(options)];
  const child: ChildProcess = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const accepted: string[] = [];
  const failures: string[] = [];
  const found = { conflicts: 0 };
  const lines = createInterface(child.stdout!);
  lines.on('line', (line) => {
    if (line.startsWith('accepted ')) accepted.push(line.slice('accepted '.length));
    else if (line === 'conflict') found.conflicts += 1;
    else failures.push(line);
  });
  const ended = new Promise((done) => lines.on('close', done));
  return {
    accepted,
    failures,
    get conflicts() {
      return found.conflicts;
    },
    async kill() {
      process.kill(-child.pid!, 'SIGKILL');
      await ended;
    },
  };
}

/** Checks the objects, and that the branch has no merges. @returns its commits, the oldest first */
export function expectSoundHistory(origin: string): string[] {
  expect(git(origin, 'fsck', '--strict', '--no-dangling', '--no-progress')).toBe('');
  expect(git(origin, 'rev-list', '--merges', 'main')).toBe('');
  return git(origin, 'rev-list', '--reverse', 'main').split('\n');
}

/** Exports commits and checks that each can be built. */
export async function expectBuildable(origin: string, commits: readonly string[]): Promise<void> {
  const folder = makeFolder();
  const clone = { folder: join(folder, 'clone.git'), origin, branch: 'main', root: '' };
  const repository = await openContentRepository({ ...clone, environment: process.env });
  await repository.fetch();
  for (const commit of commits) {
    await exportHead({
      repository: { ...repository, head: async () => commit },
      folder: join(folder, 'content'),
    });
    const { problems } = await checkSiteContent(join(folder, 'content/current'));
    const fatal = problems.filter(({ severity }) => severity === 'fatal');
    expect(formatProblems(fatal), commit).toBe('');
  }
}

/** The ids of the child processes of a process. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}
