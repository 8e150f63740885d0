/** The path as one word of a command that people copy into a shell. */
export function quoteForShell(path: string): string {
  return /^[\p{L}\p{N}_./-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
