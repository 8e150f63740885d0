import type { z } from 'zod';
import type { CollectionName } from '#lib/content/collections.ts';
import { exampleOf } from './field-guide.ts';
import type { FieldPath } from './front-matter.ts';
import { findClosest } from './closest-match.ts';

type Issue = z.core.$ZodIssue;
type Said = { message: string; fix: string };

/** One problem of a field; `value` is what stands in it. */
export function sayIssue(collection: CollectionName, issue: Issue, value: unknown): Said {
  const name = nameOf(issue.path);
  const example = exampleOf(collection, issue.path);
  const like = example ? `, such as ${example}` : '';
  if (value === undefined) {
    const reason = issue.code === 'custom' ? `: ${issue.message.replace(/^is missing: /, '')}` : '';
    return { message: `${name} is missing${reason}`, fix: `add it${like}` };
  }
  if (value === null || value === '') {
    return { message: `${name} has no value`, fix: `write one behind the colon${like}` };
  }
  if (issue.code === 'invalid_union' && !issue.message.startsWith('is ')) return wrongDay(name, value);
  if (issue.code === 'custom' && issue.message.includes('day of the calendar')) return wrongDay(name, value);
  if (issue.code === 'invalid_type')
    return wrongType(name, issue.expected, { value, like, path: issue.path });
  if (issue.code === 'invalid_value') return wrongChoice(name, value, issue.values.map(String));
  if (issue.code === 'too_small' || issue.code === 'too_big') return wrongSize(name, issue, { value, like });
  const wrong = issue.message.startsWith('is ') ? issue.message : 'is not written as it must be';
  const said =
    issue.code === 'invalid_format' && issue.format === 'email' ? 'is not an email address' : wrong;
  return {
    message: `${name} ${quote(value)} ${said}`,
    fix: `write it${like ? like.slice(1) : ' as shown'}`,
  };
}

function wrongDay(name: string, value: unknown): Said {
  const isShaped = typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])-\d{2}$/.test(value);
  return {
    message: `${name} ${quote(value)} is not a day of the calendar`,
    fix: isShaped
      ? 'look up how many days the month has'
      : 'write year, month and day with hyphens, such as 2027-01-11 for 11 January 2027',
  };
}

function wrongType(
  name: string,
  expected: string,
  { value, like, path }: { value: unknown; like: string; path: FieldPath },
): Said {
  const key = path.findLast((step) => typeof step === 'string') ?? '';
  const message = `${name} should be ${kindNames[expected] ?? expected}, and it is ${kindOf(value)}`;
  if (expected === 'string' && !isGroup(value)) {
    const text = value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
    return { message, fix: `put it in quotes, such as ${key}: "${text}"` };
  }
  if (expected === 'int') return { message, fix: `write it without a decimal point${like}` };
  if (expected === 'number') return { message, fix: `write figures only, without quotes or units${like}` };
  if (expected === 'boolean') return { message, fix: `write true or false without quotes` };
  if (expected === 'array') return { message, fix: `write a list in square brackets${like}` };
  return { message, fix: `write it${like ? like.slice(1) : ' as its neighbours are written'}` };
}

function wrongChoice(name: string, value: unknown, choices: readonly string[]): Said {
  const meant = typeof value === 'string' ? findClosest(value, choices) : undefined;
  const all = choices.join(', ');
  return {
    message: `${name} ${quote(value)} is none of ${all}`,
    fix: meant ? `did you mean ${meant}?` : `use one of ${all}`,
  };
}

function wrongSize(
  name: string,
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  { value, like }: { value: unknown; like: string },
): Said {
  const isSmall = issue.code === 'too_small';
  const limit = isSmall ? issue.minimum : issue.maximum;
  const bound = isSmall ? 'at least' : 'at most';
  if (issue.origin === 'string') {
    const length = String(value).trim().length;
    return {
      message: `${name} is too ${isSmall ? 'short' : 'long'}: ${length} characters, ${bound} ${limit}`,
      fix: isSmall ? `say more${like}` : `shorten it by ${length - Number(limit)} characters`,
    };
  }
  if (issue.origin === 'array') {
    const count = Array.isArray(value) ? value.length : 0;
    return {
      message: `${name} has ${count} ${count === 1 ? 'entry' : 'entries'}, ${bound} ${limit}`,
      fix: isSmall ? `add an entry${like}` : 'take some out',
    };
  }
  const edge = issue.inclusive ? `${bound} ${limit}` : `${isSmall ? 'more' : 'less'} than ${limit}`;
  return {
    message: `${name} ${quote(value)} is too ${isSmall ? 'small' : 'large'}`,
    fix: `write ${edge}${like}`,
  };
}

/** `"seats" (offerings, entry 2)` */
function nameOf(path: FieldPath): string {
  const last = path.at(-1);
  const isEntry = typeof last === 'number';
  const own = isEntry ? `entry ${last + 1} of "${String(path.at(-2))}"` : `"${String(last ?? '')}"`;
  const above = path
    .slice(0, isEntry ? -2 : -1)
    .map((step) => (typeof step === 'number' ? `entry ${step + 1}` : step));
  return above.length > 0 ? `${own} (${above.map(String).join(', ')})` : own;
}

const kindNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
};

function kindOf(value: unknown): string {
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
