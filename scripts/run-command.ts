import { spawn } from 'node:child_process';

/** Runs a script with the current Node and shows its output. The signal stops it. @throws Error when it fails */
export function runCommand(
  script: string,
  args: string[] = [],
  environment: NodeJS.ProcessEnv = {},
  signal?: AbortSignal,
): Promise<void> {
  return spawnAndWait(process.execPath, [script, ...args], { ...process.env, ...environment }, signal);
}

/** Runs an installed program. @throws Error when it fails or is missing */
export function runProgram(program: string, args: string[]): Promise<void> {
  return spawnAndWait(program, args, process.env);
}

function spawnAndWait(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: 'inherit', env });
    const stop = () => child.kill('SIGTERM');
    signal?.addEventListener('abort', stop);
    child.on('error', fail);
    child.on('exit', (code) => {
      signal?.removeEventListener('abort', stop);
      if (code === 0) done();
      else fail(new Error(`${args[0] ?? command} failed`));
    });
  });
}
