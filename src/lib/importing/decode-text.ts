import { readFileSync } from 'node:fs';
import { messageOf } from '#lib/base/message-of.ts';

export type TextDecoding = {
  decoder: TextDecoder;
  /** What an editor should know about the encoding. */
  note?: string;
};

/** The lost part of a text: the decoder puts it in place of bytes that do not fit. */
export const lost = '\uFFFD';
const maxHead = 4_096;

type ReadFile = {
  text: string;
  notes: string[];
  /** Why the file has no text. */
  problem?: string;
};

/**
 * Reads a text in the encoding that its byte order mark, XML declaration or `<meta>` names, or else in UTF-8.
 * @param isMarkup whether elements of the text itself are read: in Markdown, they may be an example
 */
export function readTextFile(path: string, name: string, isMarkup = true): ReadFile {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return { text: '', notes: [], problem: `cannot be read: ${messageOf(error)}` };
  }
  const { decoder, note } = chooseDecoder(bytes, isMarkup);
  const text = decoder.decode(bytes);
  const controls = text.match(/[\0-\x08\x0E-\x1F]/g)?.length ?? 0;
  if (controls > 10 && controls > text.length / 50) return { text: '', notes: [], problem: 'is no text' };
  const notes = note === undefined ? [] : [`${name}: ${note}`];
  const lines = text.split('\n').flatMap((line, at) => (line.includes(lost) ? [at + 1] : []));
  for (const line of lines.slice(0, 20))
    notes.push(`${name}:${line}: some bytes are not ${decoder.encoding}, so letters are lost`);
  return { text, notes };
}

/** @param bytes the start of a file, or all of it: a text that names no encoding and has no UTF-8 letter is Western */
export function chooseDecoder(bytes: Buffer, isMarkup = true): TextDecoding {
  const marked = [...marks].find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return { decoder: new TextDecoder(marked[0]) };
  const named = isMarkup ? findName(bytes.toString('latin1')) : undefined;
  const text = new TextDecoder().decode(bytes, { stream: true });
  const isUtf8 = !text.includes(lost) && /[^\0-\x7F]/.test(text);
  // A text in which ASCII names UTF-16 is not in UTF-16.
  if (named !== undefined && !/^utf-?16/i.test(named)) {
    try {
      const decoder = new TextDecoder(named);
      if (isUtf8 && decoder.encoding === 'windows-1252')
        return { decoder: new TextDecoder(), note: `it names ${named}, but is UTF-8: read as UTF-8` };
      return { decoder };
    } catch {
      return {
        decoder: new TextDecoder(),
        note: `its encoding ${named.slice(0, 60)} is unknown: read as UTF-8`,
      };
    }
  }
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
