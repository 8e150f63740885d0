import { parse as parseToml } from 'smol-toml';
import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';
import { locateFrontMatter, maxFrontMatter } from '#lib/content/front-matter.ts';
import { isData, type Data } from './parse-settings.ts';

type Split = { data?: Data; body: string; problem?: string };

/** Splits a file into its fields and its text, with line feeds only. */
export function splitFields(source: string, hasHeads = false): Split {
  const text = source
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^---[ \t]*ya?ml[ \t]*(?=\n)/i, '---')
    .replace(/^(---[ \t]*\n(?:(?!---)[^\n]*\n){0,200}?)\.\.\.[ \t]*(?=\n|$)/, '$1---');
  for (const { pattern, parse } of otherForms) {
    const [found, head = ''] = pattern.exec(text) ?? [];
    if (found === undefined) continue;
    const body = text.slice(found.length);
    try {
      const data: unknown = parse(head);
      return { data: isData(data) ? data : {}, body };
    } catch {
      return { body, problem: 'its fields cannot be read' };
    }
  }
  const json = /^\{\s*"[^"\n]*"\s*:/.test(text) ? splitJson(text) : undefined;
  if (json) return json;
  const found = locateFrontMatter(text);
  if (!found) return splitHead(text, hasHeads);
  const { frontMatter, body, findings } = readFrontMatter(text);
  const [first] = findings;
  if (first)
    return { body: body.trim() === '' ? text : body, problem: `its fields cannot be read: ${first.message}` };
  return { data: frontMatter?.data ?? {}, body };
}

/** Hugo’s archetypes have TOML between lines of `+++`. Others name the form in the first line: `---json`. */
const otherForms = [
  { pattern: /(?<![\s\S])\+\+\+\s*\n([\s\S]{0,32768}?)^\+\+\+[ \t]*(?:\n|$)/m, parse: parseToml },
  { pattern: /(?<![\s\S])---[ \t]*toml\s*\n([\s\S]{0,32768}?)^---[ \t]*(?:\n|$)/im, parse: parseToml },
  { pattern: /(?<![\s\S])---[ \t]*json\s*\n([\s\S]{0,32768}?)^---[ \t]*(?:\n|$)/im, parse: JSON.parse },
];

const maxEnds = 200;

/** Hugo reads JSON from the first brace to the one that closes it. */
function splitJson(text: string): Split {
  const ends = [...text.slice(0, maxFrontMatter).matchAll(/\}[ \t]*(?:\n|$)/g)];
  for (const { 0: line, index } of ends.slice(0, maxEnds)) {
    try {
      const data: unknown = JSON.parse(text.slice(0, index + 1));
      return { data: isData(data) ? data : {}, body: text.slice(index + line.length) };
    } catch {
      // The brace is inside.
    }
  }
  const last = ends.at(-1);
  const body = last ? text.slice(last.index + last[0].length) : text;
  return { body, problem: 'its fields cannot be read' };
}

/** Pelican and MkDocs read fields before the first empty line, without a line around them. */
function splitHead(text: string, hasHeads: boolean): Split {
  const [head = ''] = text
    .trimStart()
    .slice(0, maxFrontMatter)
    .split(/\n[ \t]*\n/, 1);
  const fields = [...head.matchAll(/^([a-z][\w-]{0,40}):[ \t]*(\S.*(?:\n[ \t]+\S.*)*)/gim)];
  const isWhole = fields.map(([field]) => field).join('\n') === head.trim();
  if (hasHeads && isWhole && fields.some(([, name = '']) => /^(?:title|date|status|draft)$/i.test(name)))
    return {
      data: Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value.trim()])),
      body: text.slice(text.indexOf(head) + head.length),
    };
  return /^[ \t"']*(?:is_?)?(?:draft|published?|private|hidden)["']?[ \t]*[:=][ \t]*"?(?:true|false|yes|no)\b/im.test(
    head,
  )
    ? { body: text, problem: 'its first lines look like fields, which cannot be read' }
    : { body: text };
}
