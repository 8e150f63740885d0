import { findComponent } from '#lib/content/components.ts';

export type Broken = { offset: number; reason: string };

/** From and up to these characters. */
export type Range = readonly [start: number, end: number];

type Explained = {
  message: string;
  fix: string;
  /** Where the problem is, when not where the engine stopped. */
  offset?: number;
  /** What to take out to read on. */
  blanked: readonly Range[];
};

/** Says in plain words what the engine found, from its message and the text at the place. */
export function explainSyntax(text: string, broken: Broken): Explained {
  const { reason, offset } = broken;
  const tag = /closing tag for `<([\w.-]*)>`/.exec(reason)?.[1];
  const closing = /Unexpected closing tag `<\/([\w.-]*)>`/.exec(reason)?.[1];
  if (closing !== undefined) return closingTag(text, offset, { closing, open: tag });
  if (tag !== undefined) return unclosedTag(text, broken, tag);
  if (text.startsWith('<!--', offset)) {
    return {
      message: 'a comment cannot be written as <!-- -->',
      fix: 'write {/* the comment */} instead, or take it out',
      blanked: [[offset, endOf(text, '-->', offset)]],
    };
  }
  if (/expression|brace/i.test(reason)) return strayBrace(text, offset);
  if (/^(import|export)\b/m.test(lineAt(text, offset))) return importLine(text, offset);
  if (reason.includes('<') || text[offset] === '<') return strayAngle(text, offset);
  return {
    message: `this cannot be read (${reason.replace(/\s*\(mdx-jsx:.*/, '')})`,
    fix: 'look here and in the line above for a < or { that belongs to the text, and write &lt; or \\{',
    blanked: [lineRange(text, offset)],
  };
}

function unclosedTag(text: string, { offset, reason }: Broken, tag: string): Explained {
  const opening: Range = [offset, endOfTag(text, offset)];
  const written = text.slice(...opening);
  const close = `</${tag}>`;
  const closesAt = text.indexOf(close, offset);
  const message = `the tag <${tag}> is not closed`;
  if (['br', 'hr', 'img', 'input', 'wbr'].includes(tag)) {
    return { message, fix: `end it with />: ${written.replace(/\s*>$/, ' />')}`, blanked: [opening] };
  }
  const component = findComponent(tag);
  if (component && !component.hasContent) {
    return { message, fix: `end it with />: ${written.replace(/\s*\/?>$/, ' />')}`, blanked: [opening] };
  }
  if (reason.includes('before the end of') && closesAt !== -1) {
    return {
      message: `the tags <${tag}> and ${close} do not stand in one paragraph`,
      fix: `put each on a line of its own, with an empty line between it and the text`,
      blanked: [opening, [closesAt, closesAt + close.length]],
    };
  }
  const isKnown = component !== undefined || /^[a-z]\w*$/.test(tag);
  return {
    message,
    fix: isKnown
      ? `write ${close} behind the text that belongs to it`
      : `write ${close}, or &lt; if it is no tag`,
    blanked: [opening],
  };
}

function closingTag(
  text: string,
  offset: number,
  { closing, open }: { closing: string; open: string | undefined },
): Explained {
  const here: Range = [offset, endOfTag(text, offset)];
  const openAt = open ? text.lastIndexOf(`<${open}`, offset) : -1;
  if (open === undefined || openAt === -1) {
    return {
      message: `</${closing}> closes a tag that is not open`,
      fix: `take it out, or write <${closing}> where it begins`,
      blanked: [here],
    };
  }
  const isAnotherOpen = text.slice(0, openAt).includes(`<${closing}`);
  return {
    message: `</${closing}> stands where </${open}> should close <${open}> of line ${lineAndColumn(text, openAt).line}`,
    fix: isAnotherOpen ? `write </${open}> above it` : `write </${open}> instead`,
    blanked: isAnotherOpen ? [[openAt, endOfTag(text, openAt)]] : [[openAt, endOfTag(text, openAt)], here],
  };
}

function strayBrace(text: string, offset: number): Explained {
  const start = text[offset] === '{' ? offset : text.lastIndexOf('{', offset);
  return {
    message: 'a { in the text is read as the beginning of program code',
    fix: 'write \\{ for the character itself, or put the words in `backticks`',
    offset: start,
    blanked: [[start, start + 1]],
  };
}

function brokenTag(text: string, start: number, name: string): Explained {
  const close = text.indexOf(`</${name}>`, start);
  const [, lineEnd] = lineRange(text, start);
  return {
    message: `the tag <${name}> cannot be read`,
    fix: 'look for a quote " with no partner; every value stands in two of them, such as title="Apply now"',
    blanked: [[start, lineEnd], ...(close === -1 ? [] : [[close, close + name.length + 3] as const])],
  };
}

function importLine(text: string, offset: number): Explained {
  const word = /^(import|export)\b/m.exec(lineAt(text, offset))?.[1] ?? 'import';
  return {
    message: `a line that begins with "${word}" is read as program code`,
    fix: 'take it out, since components need no import, or begin the sentence with another word',
    blanked: [lineRange(text, offset)],
  };
}

function strayAngle(text: string, offset: number): Explained {
  const start = text[offset] === '<' ? offset : text.lastIndexOf('<', offset);
  const rest = text.slice(start);
  const [, address] = /^<([^\s<>]+)>/.exec(rest) ?? [];
  if (address !== undefined && /.[@.]./.test(address)) {
    const target = address.includes('@') ? `mailto:${address.replace('mailto:', '')}` : address;
    return {
      message: 'a link cannot be written in < >',
      fix: `write [${address}](${target})`,
      blanked: [[start, start + 1]],
    };
  }
  const [, tag, attribute] = /^<([A-Za-z]\w*)\b[^<>]*?\s([\w-]+)=(?!["{])/.exec(rest) ?? [];
  if (!tag || !attribute) {
    const name = /^<(\w+)/.exec(rest)?.[1] ?? '';
    if (findComponent(name)) return brokenTag(text, start, name);
    return {
      message: 'a < in the text is read as the beginning of a tag',
      fix: 'write &lt; for the character itself, or put the words in `backticks`',
      blanked: [[start, start + 1]],
    };
  }
  const end = endOfTag(text, start);
  const close = text.startsWith('/', end - 2) ? -1 : text.indexOf(`</${tag}>`, end);
  return {
    message: `the value of ${attribute} in <${tag}> has no quotes`,
    fix: `write ${attribute}="..."`,
    blanked: [[start, end], ...(close === -1 ? [] : [[close, close + tag.length + 3] as const])],
  };
}

function endOfTag(text: string, start: number): number {
  return start + (/^<(?:"[^"]*"|'[^']*'|[^>"'])*>/.exec(text.slice(start))?.[0].length ?? 1);
}

function endOf(text: string, mark: string, start: number): number {
  const found = text.indexOf(mark, start);
  return found === -1 ? text.length : found + mark.length;
}

function lineRange(text: string, offset: number): Range {
  const end = text.indexOf('\n', offset);
  return [text.lastIndexOf('\n', offset - 1) + 1, end === -1 ? text.length : end];
}

function lineAt(text: string, offset: number): string {
  return text.slice(...lineRange(text, offset));
}

export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const above = text.slice(0, offset).split('\n');
  return { line: above.length, column: (above.at(-1)?.length ?? 0) + 1 };
}
