import { parseEnv } from 'node:util';
import { ConfigError } from './config.ts';

/** Parses the text of a `.env` file. @throws ConfigError if it is not UTF-8 */
export function parseEnvText(text: string): Record<string, string | undefined> {
  // Some programs on Windows write UTF-16, which has zero bytes.
  if (text.includes('\0')) throw new ConfigError('.env is not UTF-8 text: save it with this encoding');
  return parseEnv(withoutMark(text));
}

/** Describes lines that Node ignores or cuts off. Values are never shown. */
export function findEnvProblems(text: string): string[] {
  const problems: string[] = [];
  let quote: string | undefined;
  for (const [index, line] of withoutMark(text).split(/\r?\n/).entries()) {
    if (quote) {
      // A value in quotes may have several lines.
      if (line.includes(quote)) quote = undefined;
      continue;
    }
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [left = '', ...right] = line.split('=');
    const name = left.replace(/^\s*export\s/, '').trim();
    const value = right.join('=');
    if (right.length === 0 || !/^[^\s:#]+$/.test(name))
      problems.push(`line ${index + 1} of .env is ignored: write NAME=value`);
    const opening = /^["'`]/.exec(value.trimStart())?.[0];
    if (opening && !value.trimStart().slice(1).includes(opening)) quote = opening;
    const [shown = ''] = value.split('#');
    if (!opening && value.includes('#') && shown === shown.trimEnd())
      problems.push(`${name} in .env ends before its first #: put the value into quotes`);
  }
  return problems;
}

/** Editors on Windows may put a byte order mark first, which would become part of the first name. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}
