import type { FieldPath, FrontMatter } from './check-front-matter.ts';
import type { Finding } from './problem.ts';

/**
 * Control characters except line feeds and tabs, other line separators, direction overrides and isolates, halves of
 * characters. Marks such as LRM stay allowed: scripts need them.
 */
const hidden = /[\0-\x08\x0B-\x1F\x7F-\x9F\u2028\u2029\u202A-\u202E\u2066-\u206F\uFFFE\uFFFF]|\p{Surrogate}/u;

/**
 * Names and values with characters that people cannot see, as they are after parsing: an escape such as "\x0d" is one, too.
 */
export function findHiddenCharacters({ data, lineOf }: FrontMatter): Finding[] {
  return pathsWithHidden(data, []).map((path) => ({
    line: lineOf(path),
    message: 'there is an invisible control character here, or one that changes the direction of text',
    fix: 'delete the value and type it again, without escapes such as "\\x0d" or "\\u202e"',
    severity: 'fatal',
  }));
}

/** Direction overrides, embeddings and isolates, also as HTML writes them with a number. */
const directions =
  /[\u202A-\u202E\u2066-\u2069]|&#(?:x0*(?:202[a-e]|206[6-9])|0*(?:823[4-8]|829[4-7]))(?![\da-f])/i;
/** Of one text. */
const maxFindings = 20;

/**
 * Lines of a text below the front matter where people read another order than what is written. Texts in Arabic or Hebrew
 * need no such characters, and may have marks such as RLM.
 */
export function findDirectionCharacters(body: string): Finding[] {
  const lines = body.split('\n').flatMap((text, at) => (directions.test(text) ? [at + 1] : []));
  return lines.slice(0, maxFindings).map((line) => ({
    line,
    message: 'there is an invisible character here that changes the direction of text',
    fix: 'delete the words around it and type them again: right-to-left letters need no such character',
    severity: 'error',
  }));
}

function pathsWithHidden(value: unknown, path: FieldPath): FieldPath[] {
  if (typeof value === 'string') return hidden.test(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item, at) => pathsWithHidden(item, [...path, at]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    hidden.test(key) ? [[...path, key]] : pathsWithHidden(item, [...path, key]),
  );
}
