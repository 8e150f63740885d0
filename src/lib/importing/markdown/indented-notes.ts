import { openNote } from './unknown-source.ts';

/** `!!! note "Title"`, `??? tip` and `=== "Tab"`: what is indented by four more than their line belongs to them. */
const start = /^( *)(?:(?:!!!|\?\?\?\+?) {1,9}([a-z][\w -]{0,60})(?:"(.*)")?|===!? {1,9}"(.+)") {0,9}$/i;
const maxInside = 20;

/** Replaces the notes and tabs of MkDocs. A tab becomes its title in bold, with its text below. */
export function replaceIndentedNotes(text: string, depth = 0): string {
  const lines = text.split('\n');
  const result: string[] = [];
  let fence: string | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    const note = fence === undefined && depth < maxInside ? start.exec(line) : null;
    const [, indent = '', type, title, tab] = note ?? [];
    const own = note ? readIndented(lines, at + 1, indent.length + 4) : [];
    if (own.every((each) => each === '')) {
      result.push(line);
      continue;
    }
    const body = replaceIndentedNotes(own.join('\n'), depth + 1).split('\n');
    const shown =
      tab === undefined
        ? [openNote(type?.split(' ')[0] ?? '', title), '', ...body, '', '</aside>']
        : [`**${tab}**`, '', ...body];
    result.push('', ...shown.map((each) => (each === '' ? '' : indent + each)), '');
    at += own.length;
  }
  return result.join('\n');
}

/** The lines from one on that are empty or indented by so many spaces, without these. */
function readIndented(lines: readonly string[], from: number, spaces: number): string[] {
  const own: string[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() !== '' && !line.startsWith(' '.repeat(spaces))) break;
    own.push(line.slice(spaces));
  }
  return own;
}
