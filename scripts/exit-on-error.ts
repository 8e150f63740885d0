import { userInfo } from 'node:os';
import { messageOf } from '#lib/http/message-of.ts';

/** Runs a command. Prints the message of an error without its stack, and exits with code 1. */
export async function exitOnError(command: () => Promise<unknown>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(`lectern: ${explainError(error)}`);
    process.exit(1);
  }
}

/** The message of an error, or what to do about a missing right to write. */
export function explainError(error: unknown, user = userInfo().username): string {
  const { code, path } = error as NodeJS.ErrnoException;
  if (path === undefined || !/^(?:EACCES|EPERM|EROFS)$/.test(code ?? '')) return messageOf(error);
  return code === 'EROFS'
    ? `${path} is on a read-only disk: choose a folder on another one`
    : `the user ${user} may not write ${path}: run the command as the owner of the folder, or give the folder to ${user} with chown -R`;
}
