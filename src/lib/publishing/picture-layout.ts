import type { SatoriOptions } from 'satori';
import type { ContourLine } from '#lib/landscape/landscape.ts';
import type { Palette } from '#lib/theme/theme.ts';

/** Size in pixels at which other services show preview pictures. */
export const pictureSize = { width: 1200, height: 630 } as const satisfies Partial<SatoriOptions>;

export type PictureText = { title: string; kind: string; note: string };

/** The institute's name, its colours in CSS notation, and the drawing that it chose. */
export type PictureLook = { name: string; artwork: string } & Pick<
  Palette,
  'ground' | 'ink' | 'accent' | 'contour' | 'water'
>;

type Style = Record<string, string | number>;
type Box = { type: 'div'; props: { style: Style; children: string | Box[] } };

/** Lays out the text as a tree for satori. */
export function layOutWords({ title, kind, note }: PictureText, { name, ink, accent }: PictureLook): Box {
  const size = title.length > 48 ? 62 : title.length > 26 ? 76 : 92;
  return box({ width: 1056, height: 486, margin: 72, flexDirection: 'column', color: ink }, [
    box({ fontFamily: 'text', fontSize: 30, justifyContent: 'space-between', color: accent }, [
      box({}, name),
      box({}, kind),
    ]),
    box({ flexGrow: 1, flexDirection: 'column', justifyContent: 'center' }, [
      box({ fontFamily: 'heading', fontSize: size, lineHeight: 1.08, maxWidth: 1000 }, title),
    ]),
    box({ fontFamily: 'text', fontSize: 31, lineHeight: 1.35, maxWidth: 900 }, shorten(note, 150)),
  ]);
}

/** Draws a faint landscape behind the text. Input and output are SVG. */
export function drawPicture(
  words: string,
  { lines, river }: { lines: readonly ContourLine[]; river: string },
  { ground: paper, contour, water }: PictureLook,
): string {
  const drawn = lines.map(({ path, isIndex }) => `<path d="${path}" stroke-width="${isIndex ? 2.4 : 1.2}"/>`);
  const veil = `<linearGradient id="veil"><stop offset="0.35" stop-color="${paper}" stop-opacity="0.72"/><stop offset="1" stop-color="${paper}" stop-opacity="0"/></linearGradient><rect width="1200" height="630" fill="url(#veil)"/>`;
  const ground = `<rect width="1200" height="630" fill="${paper}"/><g fill="none" stroke="${contour}" opacity="0.4">${drawn.join('')}</g><path d="${river}" fill="none" stroke="${water}" stroke-width="7" opacity="0.45"/>${veil}`;
  return words.replace(/^<svg\b[^>]*>/, (start) => start + ground);
}

function box(style: Style, children: string | Box[]): Box {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}

function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, text.lastIndexOf(' ', maxLength - 2)).replace(/[\s,.;:]+$/, '')} …`;
}
