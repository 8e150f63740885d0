import { findComponent } from '#lib/content/components.ts';
import type { Explanation } from './problem.ts';

/** The position at which the parser stopped, and the reason that it gave. */
export type MdxError = { offset: number; reason: string };

/** Start and end offset. */
export type Range = readonly [start: number, end: number];

type ExplainedError = Explanation & {
  /** Position of the problem, if it differs from where the parser stopped. */
  offset?: number;
  /** Ranges to blank out so that the parser can continue. */
  blanked: readonly Range[];
};

/** Explains an error of the MDX parser to editors, from its message and the text at its position. */
export function explainMdxError(text: string, error: MdxError): ExplainedError {
  const { reason, offset } = error;
  const open = /closing tag for `<([\w.-]*)>`/.exec(reason)?.[1];
  const closing = /Unexpected closing tag `<\/([\w.-]*)>`/.exec(reason)?.[1];
  if (closing !== undefined) return wrongClosingTag(text, offset, { closing, open });
  if (open !== undefined) return unclosedTag(text, error, open);
  if (text.startsWith('<!--', offset)) {
    const end = text.indexOf('-->', offset);
    return {
      message: 'a comment cannot be written as <!-- -->',
      fix: 'write {/* the comment */} instead, or delete it',
      blanked: [[offset, end === -1 ? text.length : end + 3]],
    };
  }
  if (/expression|brace/i.test(reason)) return strayBrace(text, offset);
  const line = lineRange(text, offset);
  const word = /^(import|export)\b/.exec(text.slice(...line))?.[1];
  if (word) return { ...explainImport(word), blanked: [line] };
  if (reason.includes('<') || text[offset] === '<') return strayAngle(text, offset);
  return {
    message: `this cannot be read (${reason.replace(/\s*\(mdx-jsx:.*/, '')})`,
    fix: 'look here and in the line above for a < or { that belongs to the text, and write &lt; or \\{',
    blanked: [line],
  };
}

export function explainImport(word: string): Explanation {
  return {
    message: `a line that starts with "${word}" is read as program code`,
    fix: 'delete it, because components need no import, or start the sentence with another word',
  };
}

function unclosedTag(text: string, { offset, reason }: MdxError, tag: string): ExplainedError {
  const opening = tagRange(text, offset);
  const close = `</${tag}>`;
  const message = `the tag <${tag}> is not closed`;
  const component = findComponent(tag);
  if (component?.hasContent === false || ['br', 'hr', 'img', 'input', 'wbr'].includes(tag)) {
    const closed = text.slice(...opening).replace(/\s*\/?>$/, ' />');
    return { message, fix: `end it with />: ${closed}`, blanked: [opening] };
  }
  const closing = closingRanges(text, tag, offset);
  if (reason.includes('before the end of') && closing.length > 0) {
    return {
      message: `the tags <${tag}> and ${close} are not in the same paragraph`,
      fix: 'put each on its own line, with an empty line between it and the text',
      blanked: [opening, ...closing],
    };
  }
  const isTag = component !== undefined || /^[a-z]\w*$/.test(tag);
  const fix = isTag
    ? `write ${close} after the text that belongs to it`
    : `write ${close}, or &lt; if it is not a tag`;
  return { message, fix, blanked: [opening] };
}

function wrongClosingTag(
  text: string,
  offset: number,
  { closing, open }: { closing: string; open: string | undefined },
): ExplainedError {
  const here = tagRange(text, offset);
  const openAt = open ? text.lastIndexOf(`<${open}`, offset) : -1;
  if (open === undefined || openAt === -1) {
    return {
      message: `</${closing}> closes a tag that is not open`,
      fix: `delete it, or write <${closing}> where it starts`,
      blanked: [here],
    };
  }
  const isClosingAnother = text.slice(0, openAt).includes(`<${closing}`);
  const opening = tagRange(text, openAt);
  return {
    message: `</${closing}> comes before </${open}>, which closes <${open}> of line ${lineAt(text, openAt)}`,
    fix: `write </${open}> ${isClosingAnother ? 'above it' : 'instead'}`,
    blanked: isClosingAnother ? [opening] : [opening, here],
  };
}

function strayBrace(text: string, offset: number): ExplainedError {
  const start = text[offset] === '{' ? offset : text.lastIndexOf('{', offset);
  return {
    message: 'a { in the text is read as the start of program code',
    fix: 'write \\{ for the character itself, or put the words in `backticks`',
    offset: start,
    blanked: [[start, start + 1]],
  };
}

function strayAngle(text: string, offset: number): ExplainedError {
  const start = text[offset] === '<' ? offset : text.lastIndexOf('<', offset);
  const rest = text.slice(start);
  const character: Range = [start, start + 1];
  const address = /^<([^\s<>]+)>/.exec(rest)?.[1];
  if (address !== undefined && /.[@.]./.test(address)) {
    const target = address.includes('@') ? `mailto:${address.replace('mailto:', '')}` : address;
    return {
      message: 'a link cannot be written in < >',
      fix: `write [${address}](${target})`,
      blanked: [character],
    };
  }
  const [, tag, attribute] = /^<([A-Za-z]\w*)\b[^<>]*?\s([\w-]+)=(?!["{])/.exec(rest) ?? [];
  if (tag && attribute) {
    const opening = tagRange(text, start);
    const isSelfClosing = text.startsWith('/', opening[1] - 2);
    return {
      message: `the value of ${attribute} in <${tag}> has no quotes`,
      fix: `write ${attribute}="..."`,
      blanked: [opening, ...(isSelfClosing ? [] : closingRanges(text, tag, opening[1]))],
    };
  }
  const name = /^<(\w+)/.exec(rest)?.[1] ?? '';
  if (findComponent(name)) {
    return {
      message: `the tag <${name}> cannot be read`,
      fix: 'look for a quote " without its partner: every value needs two, such as title="Apply now"',
      blanked: [[start, lineRange(text, start)[1]], ...closingRanges(text, name, start)],
    };
  }
  return {
    message: 'a < in the text is read as the start of a tag',
    fix: 'write &lt; for the character itself, or put the words in `backticks`',
    blanked: [character],
  };
}

function tagRange(text: string, start: number): Range {
  return [start, start + (/^<(?:"[^"]*"|'[^']*'|[^>"'])*>/.exec(text.slice(start))?.[0].length ?? 1)];
}

/** The first `</tag>` after an offset, if there is one. */
function closingRanges(text: string, tag: string, offset: number): Range[] {
  const start = text.indexOf(`</${tag}>`, offset);
  return start === -1 ? [] : [[start, start + tag.length + 3]];
}

function lineRange(text: string, offset: number): Range {
  const end = text.indexOf('\n', offset);
  return [text.lastIndexOf('\n', offset - 1) + 1, end === -1 ? text.length : end];
}

/** The line number of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
