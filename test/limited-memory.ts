import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = '/sys/fs/cgroup';

/** A group of processes that the kernel gives at most so much memory. */
type LimitedMemory = {
  /** Runs the program in its arguments in the group. */
  before: readonly string[];
  /** How many processes the kernel ended because the group had no more memory. */
  countKilled(): number;
  /** After its processes ended. */
  remove(): void;
};

/** @throws Error that says what is missing on a machine where this process may not limit memory */
export function limitMemory(name: string, bytes: number): LimitedMemory {
  // Version 1 of cgroups has a folder for each resource.
  const isFirst = existsSync(join(root, 'memory'));
  const folder = join(root, isFirst ? 'memory' : '', `${name}-${process.pid}`);
  try {
    if (!isFirst) writeFileSync(join(root, 'cgroup.subtree_control'), '+memory');
    mkdirSync(folder);
    writeFileSync(join(folder, isFirst ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes));
  } catch (cause) {
    throw new Error('this test limits memory with cgroups: run it as root, with /sys/fs/cgroup writable', {
      cause,
    });
  }
  const events = join(folder, isFirst ? 'memory.oom_control' : 'memory.events');
  return {
    before: ['sh', '-c', `echo $$ > ${folder}/cgroup.procs && exec "$@"`, 'sh'],
    countKilled: () => Number(/^oom_kill (\d+)/m.exec(readFileSync(events, 'utf8'))?.[1]),
    remove: () => removeGroup(folder),
  };
}

/** The group stays if one of its processes has not ended completely. It does no harm then. */
function removeGroup(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
}
