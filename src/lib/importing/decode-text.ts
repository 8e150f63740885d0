import { readFileSync } from 'node:fs';

export type TextDecoding = {
  decoder: TextDecoder;
  /** What an editor should know about the encoding. */
  note?: string;
};

/** The lost part of a text: the decoder puts it in place of bytes that do not fit. */
export const lost = '\uFFFD';
const maxHead = 4_096;

/** Reads a text in the encoding that its byte order mark, XML declaration or `<meta>` names, or else in UTF-8. */
export function readTextFile(path: string, name: string) {
  const bytes = readFileSync(path);
  const { decoder, note } = chooseDecoder(bytes);
  const text = decoder.decode(bytes);
  const notes = note === undefined ? [] : [`${name}: ${note}`];
  const lines = text.split('\n').flatMap((line, at) => (line.includes(lost) ? [at + 1] : []));
  for (const line of lines.slice(0, 20))
    notes.push(`${name}:${line}: some bytes are not ${decoder.encoding}, so letters are lost`);
  return { text, notes };
}

/** @param bytes the start of a file, or all of it: a text that names no encoding and has no UTF-8 letter is Western */
export function chooseDecoder(bytes: Buffer): TextDecoding {
  const marked = [...marks].find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return { decoder: new TextDecoder(marked[0]) };
  const named = findName(bytes.toString('latin1'));
  // A text in which ASCII names UTF-16 is not in UTF-16.
  if (named !== undefined && !/^utf-?16/i.test(named)) {
    try {
      return { decoder: new TextDecoder(named) };
    } catch {
      return {
        decoder: new TextDecoder(),
        note: `its encoding ${named.slice(0, 60)} is unknown: read as UTF-8`,
      };
    }
  }
  const text = new TextDecoder().decode(bytes, { stream: true });
  if (named !== undefined || !text.includes(lost) || /[^\0-\x7F\uFFFD]/.test(text))
    return { decoder: new TextDecoder() };
  return {
    decoder: new TextDecoder('windows-1252'),
    note: 'it names no encoding and is not UTF-8: read as windows-1252, like browsers do',
  };
}

/** Byte order marks, and `<` of a text without one. */
const marks: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0x3c, 0]],
  ['utf-16be', [0, 0x3c]],
];

function findName(text: string): string | undefined {
  const [, declared] =
    /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"']+)/.exec(text.slice(0, maxHead)) ?? [];
  if (declared !== undefined || /<rss\b/.test(text.slice(0, maxHead))) return declared;
  const head = text.slice(0, 16 * maxHead).replaceAll(/<!--.*?-->|<(script|style)\b.*?<\/\1/gis, '');
  return /<meta\s[^>]{0,300}?charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(head)?.[1];
}
