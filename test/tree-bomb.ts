import { execFileSync } from 'node:child_process';
import { git, type TestRepository } from './content-repository.ts';

/** Entries of each folder: 128³ are two million paths in three small objects. */
const width = 128;

/** Pushes a commit on top of the origin's head with two million paths below `courses`. */
export function pushTreeBomb({ origin }: Pick<TestRepository, 'origin'>, branch: string) {
  const write = (args: readonly string[], input: string) =>
    execFileSync('git', ['-C', origin, ...args], { input, encoding: 'utf8' }).trim();
  const make = (mode: string, type: string, id: string) =>
    Array.from({ length: width }, (_, at) => `${mode} ${type} ${id}\tn${at}\n`).join('');
  let tree = write(['mktree'], make('100644', 'blob', write(['hash-object', '-w', '--stdin'], branch)));
  for (let level = 1; level < 3; level += 1) tree = write(['mktree'], make('040000', 'tree', tree));
  const others = git(origin, 'ls-tree', 'main')
    .split('\n')
    .filter((line) => !line.endsWith('\tcourses'));
  const root = write(['mktree', '--missing'], `${[...others, `040000 tree ${tree}\tcourses`].join('\n')}\n`);
  const parent = git(origin, 'rev-parse', 'main');
  const commit = git(origin, 'commit-tree', root, '-p', parent, '-m', 'Many files');
  git(origin, 'update-ref', `refs/heads/${branch}`, commit);
  return commit;
}
