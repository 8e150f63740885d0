import type { z } from 'zod';
import { findClosest } from './closest-match.ts';
import type { Explanation, FieldPath } from './problem.ts';

type Issue = z.core.$ZodIssue;

/**
 * Explains to editors why a field does not match its schema. A check of ours can name the fix: `params: { fix }`.
 * @param value what the field contains
 * @param example a line that editors can copy: `fee: 720`
 * @param typed the value as it stands in the file: `1e3`
 */
export function explainIssue(
  issue: Issue,
  value: unknown,
  { example, typed }: { example?: string | undefined; typed?: string | undefined } = {},
): Explanation {
  const name = nameOf(issue.path);
  if (issue.code === 'invalid_key') {
    const [reason = '', like = ''] = (issue.issues[0]?.message ?? '').split(', like ');
    return { message: `${name} ${reason}`, fix: `write it like ${like}` };
  }
  const like = example ? `, such as ${example}` : '';
  if (value === undefined) {
    const message = `${name} is missing`;
    const fix = /^is missing: (.*)/.exec(issue.message)?.[1];
    return fix ? { message, fix } : { message, fix: `add it${like}`, isEmpty: true };
  }
  if (value === null || value === '') {
    return { message: `${name} has no value`, fix: `write one after the colon${like}`, isEmpty: true };
  }
  const shown = typed ?? value;
  if (isAboutDay(issue)) return explainDay(name, shown);
  if (issue.code === 'invalid_type') return explainType(name, issue, { value, shown, like });
  if (issue.code === 'invalid_value') return explainChoice(name, shown, issue.values.map(String));
  if (issue.code === 'too_small' || issue.code === 'too_big')
    return explainSize(name, issue, { value, like });
  const reason = issue.message.startsWith('is ') ? issue.message : 'does not have the expected form';
  const fix: unknown = issue.code === 'custom' ? issue.params?.['fix'] : undefined;
  const isEmail = issue.code === 'invalid_format' && issue.format === 'email';
  return {
    message: `${name} ${quote(shown)} ${isEmail ? 'is not an email address' : reason.replace(/, like .*/, '')}`,
    fix:
      typeof fix === 'string'
        ? fix
        : example
          ? `write it like this: ${example}`
          : reason.replace(/^.*, like/, 'write it like'),
  };
}

function isAboutDay({ code, message }: Issue): boolean {
  return (
    (code === 'custom' && message.includes('not a date, ')) ||
    (code === 'invalid_union' && !message.startsWith('is '))
  );
}

function explainDay(name: string, value: unknown): Explanation {
  return { message: `${name} ${quote(value)} is not a date`, fix: fixOfDay(value) };
}

function fixOfDay(value: unknown): string {
  if (typeof value !== 'string' || !/^\d{4}-(0[1-9]|1[0-2])-\d{2}$/.test(value))
    return 'write year, month and day with hyphens, such as 2027-01-11 for 11 January 2027';
  return /^(19|2)/.test(value)
    ? 'check how many days that month has'
    : 'write the year in full: it is from 1900 to 2999';
}

function explainType(
  name: string,
  { expected, path }: z.core.$ZodIssueInvalidType,
  { value, shown, like }: { value: unknown; shown: unknown; like: string },
): Explanation {
  const message = `${name} must be ${typeNames[expected] ?? expected}, but it is ${describeValue(value)}`;
  if (expected === 'string' && !isGroup(value)) {
    const key = path.findLast((step) => typeof step === 'string') ?? '';
    return { message, fix: `put it in quotes, such as ${key}: ${quote(shown)}` };
  }
  return { message, fix: `${typeFixes[expected] ?? 'write it in another form'}${like}` };
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
};

const typeFixes: Readonly<Record<string, string>> = {
  number: 'write only digits, without quotes or units',
  int: 'write it without a decimal point',
  boolean: 'write true or false, without quotes',
  array: 'write a list in square brackets',
  object: 'write it as name: value, one per line',
};

function explainChoice(name: string, value: unknown, choices: readonly string[]): Explanation {
  const meant = typeof value === 'string' ? findClosest(value, choices) : undefined;
  return {
    message: `${name} cannot be ${quote(value)}`,
    fix: meant ? `did you mean ${meant}?` : `use one of ${choices.join(', ')}`,
  };
}

function explainSize(
  name: string,
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  { value, like }: { value: unknown; like: string },
): Explanation {
  const isSmall = issue.code === 'too_small';
  const limit = Number(isSmall ? issue.minimum : issue.maximum);
  const bound = `${isSmall ? 'at least' : 'at most'} ${limit}`;
  if (issue.origin === 'string') {
    const length = String(value).trim().length;
    return {
      message: `${name} is too ${isSmall ? 'short' : 'long'} (${length} ${length === 1 ? 'character' : 'characters'}, ${bound})`,
      fix: isSmall ? `write more${like}` : `shorten it by ${length - limit} characters`,
    };
  }
  if (issue.origin === 'array') {
    const count = Array.isArray(value) ? value.length : 0;
    return {
      message: `${name} has too ${isSmall ? 'few' : 'many'} entries (${count}, ${bound})`,
      fix: isSmall ? `add an entry${like}` : `remove ${count - limit}`,
    };
  }
  return {
    message: `${name} ${quote(value)} is too ${isSmall ? 'small' : 'large'}`,
    fix: `write ${issue.inclusive ? bound : `${isSmall ? 'more' : 'less'} than ${limit}`}${like}`,
  };
}

/** `"seats" (offerings, entry 2)` */
function nameOf(path: FieldPath): string {
  const last = path.at(-1);
  const isEntry = typeof last === 'number';
  const own = isEntry ? `entry ${last + 1} of "${String(path.at(-2))}"` : `"${String(last ?? '')}"`;
  const above = path
    .slice(0, isEntry ? -2 : -1)
    .map((step) => (typeof step === 'number' ? `entry ${step + 1}` : String(step)));
  return above.length > 0 ? `${own} (${above.join(', ')})` : own;
}

function describeValue(value: unknown): string {
  if (value instanceof Date) return 'a date';
  if (Array.isArray(value)) return 'a list';
  if (isGroup(value)) return 'a group of fields';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'number' ? `the number ${value}` : `the text ${quote(value)}`;
}

function isGroup(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}

function quote(value: unknown): string {
  if (value instanceof Date) return `"${value.toISOString().slice(0, 10)}"`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.length > 60 ? `${text.slice(0, 57)}...` : text}"`;
}
