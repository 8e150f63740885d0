import type { FrontMatter } from './check-front-matter.ts';
import { placeOf, type Finding } from './problem.ts';
import { pathsOfTexts } from './values-at.ts';

/**
 * Control characters except line feeds and tabs, other line separators, direction overrides and isolates, and lone
 * surrogates. Marks such as LRM are allowed, because some scripts need them.
 */
const hidden = /[\0-\x08\x0B-\x1F\x7F-\x9F\u2028\u2029\u202A-\u202E\u2066-\u206F\uFFFE\uFFFF]|\p{Surrogate}/u;

/** Reports names and values that contain invisible characters after parsing, also if written as escapes: "\x0d". */
export function findHiddenCharacters(frontMatter: FrontMatter): Finding[] {
  return pathsOfTexts(frontMatter.data, (text) => hidden.test(text)).map((path) => ({
    ...placeOf(frontMatter, path),
    message: 'there is an invisible control character here, or one that changes the direction of text',
    fix: 'delete the value and type it again, without escapes such as "\\x0d" or "\\u202e"',
    severity: 'fatal',
  }));
}

/** Direction overrides, embeddings and isolates, also as numeric HTML references. */
const directions =
  /[\u202A-\u202E\u2066-\u2069]|&#(?:x0*(?:202[a-e]|206[6-9])|0*(?:823[4-8]|829[4-7]))(?![\da-f])/i;
/** Maximum per text. */
const maxFindings = 20;

/**
 * Reports lines below the front matter with characters that change the order in which text is displayed. Arabic and
 * Hebrew texts do not need these characters, and may contain marks such as RLM.
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
