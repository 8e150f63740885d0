import { spawn } from 'node:child_process';

/**
 * Runs a script with this Node, its output shown as it comes.
 * @throws Error when it fails
 */
export function runCommand(
  script: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<void> {
  return spawned(process.execPath, [script, ...args], { ...process.env, ...environment });
}

/** Runs a program of this machine. @throws Error when it fails or is not there */
export function runProgram(program: string, args: string[]): Promise<void> {
  return spawned(program, args, process.env);
}

function spawned(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: 'inherit', env });
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`${args[0] ?? command} failed`))));
  });
}
