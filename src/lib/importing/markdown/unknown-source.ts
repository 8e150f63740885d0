import { escapeHtml } from '#lib/content/html-text.ts';

/** The source of something unknown as HTML: a code block, or code in a sentence. It is in the report, too. */
export function showUnknown(source: string, what: string, isBlock: boolean): string {
  const tag = isBlock ? 'pre' : 'code';
  // An empty line would end the HTML in Markdown.
  const text = escapeHtml(source).replaceAll('\n', isBlock ? '&#10;' : ' ');
  return `<${tag} data-language="text" data-unknown="${escapeHtml(what)}">${text}</${tag}>`;
}

type SourcePlace = { index: number; whole: string; length?: number };

/** Shows a source as a block where it stands alone on its lines, else as code in a sentence. */
export function showUnknownAt(
  source: string,
  what: string,
  { index, whole, length = source.length }: SourcePlace,
): string {
  const start = whole.lastIndexOf('\n', index - 1) + 1;
  const end = whole.indexOf('\n', index + length);
  const indent = whole.slice(start, index);
  const line = indent + whole.slice(index + length, end === -1 ? undefined : end);
  // In a list, the code stays part of the item.
  const isBlock = line.trim() === '' && (indent === '' || source.includes('\n'));
  const shown = showUnknown(source, what, isBlock);
  return isBlock ? `\n\n${indent}${shown}\n\n` : shown;
}

/** Code between two tags becomes a code block, or code in a sentence. The first word in the first group of `open` is its language. */
export function fenceCode(text: string, { open, close }: { open: RegExp; close: RegExp }): string {
  let done = '';
  let rest = text;
  for (;;) {
    const start = open.exec(rest);
    const from = start ? start.index + start[0].length : 0;
    const end = start && close.exec(rest.slice(from));
    if (!start || !end) return done + rest;
    const code = rest
      .slice(from, from + end.index)
      .replace(/^[ \t]*\n/, '')
      .replace(/\n[ \t]*$/, '');
    // In a list, the code stays part of the item.
    const indent =
      /^[ \t]*$/.exec(rest.slice(rest.lastIndexOf('\n', start.index) + 1, start.index))?.[0] ?? '';
    const language = /\w+/.exec(start[1] ?? '')?.[0] ?? '';
    const fence = `${indent}~~~~`;
    const before = rest.slice(0, start.index);
    rest = rest.slice(from + end.index + end[0].length);
    const isInSentence = /\S[ \t]*$/.test(before) || /^[ \t]*\S/.test(rest);
    done +=
      isInSentence && !code.includes('\n')
        ? `${before}<code>${escapeHtml(code)}</code>`
        : `${before}\n${fence}${language}\n${code}\n${fence}\n`;
  }
}

/** What is in the report only. */
export function reportUnknown(source: string, what: string): string {
  return `<datalist data-unknown="${escapeHtml(what)}">${escapeHtml(source).replaceAll('\n', '&#10;')}</datalist>`;
}

/** The opening tag of a note. */
export function openNote(type: string, title = ''): string {
  const shown = title.trim() === '' ? '' : ` data-title="${escapeHtml(title.trim())}"`;
  return `<aside data-import-callout="${noteType(type)}"${shown}>`;
}

export function isNoteName(name: string): boolean {
  return /^(?:aside|admonition|callout|notice|hint|alert|note|tip|info|important|warning|caution|danger)$/i.test(
    name,
  );
}

/** The type of a Callout for a type of another system. */
export function noteType(type: string): string {
  if (/^(?:tip|success|hint)$/i.test(type)) return 'tip';
  return /^(?:important|caution|warning|danger|error)$/i.test(type) ? 'warning' : 'note';
}

/** The attributes of a tag or shortcode: `alt="A mill" width=50%`. */
export function readPairs(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/([\w-]{1,60})=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)].map(
      ([, key = '', double, single, bare]) => [key, double ?? single ?? bare ?? ''],
    ),
  );
}

/** The title that readers see of a component or shortcode. */
export function titleOf(name: string, attributes: ReadonlyMap<string, string>): string | undefined {
  const own = /^tab/i.test(name) ? ['value', 'name'] : [];
  return ['title', 'label', 'heading', 'header', 'question', 'summary', ...own]
    .map((each) => attributes.get(each))
    .find(Boolean);
}

/** Notes from `:::note[Title]` or `:::tip Title` to a line with `:::`, also inside lists and other notes. */
export function replaceNotes(text: string): string {
  const open: { colons: number; prefix: string }[] = [];
  const lines = text.split('\n').flatMap((line) => {
    const [, prefix = '', colons = '', rest = ''] = /^([ \t>]*)(:{3,})(?!:)(.*)$/.exec(line) ?? [];
    const around = (tags: string[]) => [prefix, ...tags.map((tag) => prefix + tag), prefix];
    if (colons === '') return [line];
    if (rest.trim() !== '') {
      const [, name, label, others = ''] =
        /^\s*\{?\.?([a-z][\w-]*)(?![\w-])\}?(?:\[([^\]]*)\])?(.*)$/i.exec(rest) ?? [];
      if (name === undefined) return [line];
      open.push({ colons: colons.length, prefix });
      const title = label ?? readPairs(others).get('title') ?? others.replace(/\{.*/, '');
      return around([openNote(name.replace(/^callout-/, ''), title)]);
    }
    const at = open.findLastIndex((each) => each.colons <= colons.length);
    if (at === -1) return [line];
    return around(open.splice(at).map(() => '</aside>'));
  });
  return [...lines, ...open.toReversed().flatMap(({ prefix }) => ['', `${prefix}</aside>`])].join('\n');
}
