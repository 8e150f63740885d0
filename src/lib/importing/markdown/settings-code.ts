const stringOrComment =
  /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\n]*/g;

export function withoutComments(code: string): string {
  return code.replaceAll(stringOrComment, (_, text: string | undefined) => text ?? '');
}

/** The first text after `name:` in settings that are a program. */
export function textIn(code: string, name: string): string | undefined {
  return new RegExp(`\\b${name}\\s*:\\s*[^\\n'"\`,]{0,200}["'\`]([^"'\`\\n]*)["'\`]`).exec(code)?.[1];
}

/** The texts of `name: […]` in settings that are a program. */
export function listInCode(code: string, name: string): string[] {
  const list = new RegExp(`\\b${name}\\s*:\\s*\\[([^\\]]*)\\]`).exec(code)?.[1] ?? '';
  return [...list.matchAll(/["'`]([^"'`\n]+)["'`]/g)].map(([, text = '']) => text);
}

/** The text of `name: { … }` in settings that are a program; false if it is switched off. */
export function objectIn(code: string, name: string): string | false {
  const found = [...code.matchAll(new RegExp(`\\b${name}\\s*:\\s*(\\{|false\\b)`, 'g'))];
  const texts = found.map(({ 0: all, 1: start, index }) =>
    start === 'false' ? false : balanced(code.slice(index + all.length)),
  );
  const isOwn = (text: string | false) =>
    text === false || /\b(?:path|routeBasePath|sidebarPath|exclude)\b/.test(text);
  return texts.find(isOwn) ?? texts[0] ?? '';
}

function balanced(code: string): string {
  let depth = 1;
  for (const { 0: brace, index } of code.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth === 0) return code.slice(0, index);
  }
  return code;
}
