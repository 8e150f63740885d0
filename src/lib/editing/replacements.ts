import type { Finding } from '#lib/content/checking/problem.ts';
import type { EditorProblem, Replacement } from './editor-types.ts';

type Swap = { line: number; wrong: string; right: string };

/** Adds an automatic fix to a problem, if its message names both the wrong text and the right one. */
export function withReplacement(
  text: string,
  problem: Finding & { replacement?: Replacement },
): EditorProblem {
  if (problem.replacement) return problem;
  const swap = swapOf(problem);
  const replacement = swap && locate(text, swap);
  return replacement ? { ...problem, replacement } : problem;
}

function swapOf({ line, message, fix }: Finding): Swap | undefined {
  const meant =
    /^did you mean (\S+?)\?$/.exec(fix)?.[1] ?? /^write (\/\S*|https:\S+)(?: if .*)?$/.exec(fix)?.[1];
  const heading = /^start it with (#+)(?:,|$)/.exec(fix)?.[1];
  if (heading)
    return { line, wrong: /^the heading "(.*)" (?:skips|is)/.exec(message)?.[1] ?? '', right: heading };
  const quoted = /^put it in quotes, such as (\S+: (?:".*"|\d+))$/.exec(fix)?.[1];
  if (quoted) return toQuoted(line, quoted);
  if (meant === undefined) return undefined;
  const wrong =
    /^the link (\S+) leads/.exec(message)?.[1] ??
    /^there is no image (\S+)$/.exec(message)?.[1] ??
    /^there is no component <(\S+)>$/.exec(message)?.[1] ??
    /^<\S+> has no attribute (\S+)$/.exec(message)?.[1] ??
    /"([^"]+)"(?:\)| in \S+)?$/.exec(message)?.[1];
  return wrong === undefined ? undefined : { line, wrong: anchorOf(wrong, meant), right: meant };
}

/** For `did you mean #field-work?`, replaces only the anchor of the link. */
function anchorOf(wrong: string, right: string): string {
  return right.startsWith('#') ? wrong.slice(Math.max(0, wrong.indexOf('#'))) : wrong;
}

/** Adds or removes the quotes of a value such as `credits: "15"`. */
function toQuoted(line: number, right: string): Swap {
  const [key = '', value = ''] = right.split(/: (.*)/s);
  return {
    line,
    wrong: `${key}: ${value.replace(/^"(.*)"$/, '$1')}`,
    right: `${key}: "${value.replace(/^"(.*)"$/, '$1')}"`,
  };
}

/** Finds the wrong text from the line of the problem onwards; an opening tag may span several lines. */
function locate(text: string, { line, wrong, right }: Swap): Replacement | undefined {
  const start = lineStart(text, line);
  const end = Math.min(text.length, start + 1_000);
  if (start === -1 || wrong === '') return undefined;
  if (/^#+$/.test(right)) {
    const marks = /^ {0,3}(#+)/.exec(text.slice(start, end));
    return marks?.[1]
      ? { from: start + marks[0].length - marks[1].length, to: start + marks[0].length, insert: right }
      : undefined;
  }
  const escaped = wrong.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const found = new RegExp(`(?<![\\w/-])${escaped}(?![\\w/-])`).exec(text.slice(start, end));
  if (!found) return undefined;
  const change = { from: start + found.index, to: start + found.index + wrong.length, insert: right };
  const isTag = text[change.from - 1] === '<';
  return isTag ? withClosingTag(text, { ...change, wrong }) : change;
}

/** Also changes a component's closing tag, if it is the next closing tag. */
function withClosingTag(
  text: string,
  { from, to, insert, wrong }: Replacement & { wrong: string },
): Replacement {
  const closing = `</${wrong}>`;
  const at = text.indexOf(closing, to);
  const opening = /\/>/.exec(text.slice(to, text.indexOf('>', to) + 1));
  if (at === -1 || opening) return { from, to, insert };
  return { from, to: at + closing.length, insert: `${insert}${text.slice(to, at)}</${insert}>` };
}

function lineStart(text: string, line: number): number {
  let at = 0;
  for (let count = 1; count < line; count += 1) {
    at = text.indexOf('\n', at) + 1;
    if (at === 0) return -1;
  }
  return at;
}
