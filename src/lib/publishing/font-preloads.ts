import type { FontPart } from '#lib/theme/fonts.ts';

/** A `@font-face` rule of the style sheet. */
type Face = { address: string; weight: string; contains: (letter: number) => boolean };
/** The rules of each family, by its CSS variable without `--font-`: `text`, `text-italic-european`. */
type Families = ReadonlyMap<string, readonly Face[]>;
type Letters = ReadonlySet<number>;

/** Families for pages with letters such as Ł, the larger one first. */
const wideParts = ['latin', 'european'] as const satisfies readonly FontPart[];

/**
 * Adds preloads for the font files that a page needs besides the ones that every page preloads, such as italics and
 * rare symbols. On a page with letters such as Ł, `<html data-letters="european">` selects families in which a-z and
 * these letters are in one file, so that no word is shown while a part of its letters is still loading. Does not change
 * the style sheet, because the Content-Security-Policy contains its hash.
 */
export function addFontPreloads(html: string): string {
  const first = html.search(fontLink);
  if (first < 0) return html;
  const families = readFamilies(html);
  const text = shownText(html);
  const letters = lettersOf(text);
  const part = widePartOf(letters, families);
  const shown: Readonly<Record<string, Letters>> = {
    'text-italic': lettersOf(text.match(/<(em|i|cite|dfn|var)\b[^>]*>.*?<\/\1>/gs)?.join('') ?? ''),
    heading: lettersOf(text.match(/<(h[1-4])\b[^>]*>.*?<\/\1>/gs)?.join('') ?? ''),
    text: letters,
  };
  const ofEveryPage = preloadsOf(html).map((address) => (part ? widen(address, part, families) : address));
  const needed = Object.entries(shown).flatMap(([use, letters]) => {
    const faces = families.get(part ? `${use}-${part}` : use) ?? [];
    return [...letters].flatMap(
      (letter) => faces.findLast(({ contains }) => contains(letter))?.address ?? [],
    );
  });
  const addresses = [...new Set(needed)].filter((address) => !ofEveryPage.includes(address));
  const links = [...addresses, ...ofEveryPage].map(
    (address) => `<link rel="preload" href="${address}" as="font" type="font/woff2" crossorigin>`,
  );
  const head = part
    ? html.slice(0, first).replace('<html', `<html data-letters="${part}"`)
    : html.slice(0, first);
  return head + links.join('') + html.slice(first).replaceAll(fontLink, '');
}

const fontLink = /<link\b[^>]*\bas="font"[^>]*>/g;

function preloadsOf(html: string): string[] {
  return (html.match(fontLink) ?? []).flatMap((link) => /href="([^"]+)"/.exec(link)?.[1] ?? []);
}

/** The part that contains all letters of the page; undefined if the common letters are enough. */
function widePartOf(letters: Letters, families: Families): (typeof wideParts)[number] | undefined {
  const faces = families.get('text') ?? [];
  const used = new Set(
    Array.from(letters, (letter) => faces.findLast(({ contains }) => contains(letter))?.address),
  );
  return wideParts.find((part) =>
    wordFaces(families.get(`text-${part}`)).some(({ address }) => used.has(address)),
  );
}

/** The address of the larger file that replaces a common file. */
function widen(address: string, part: FontPart, families: Families): string {
  for (const [variable, faces] of families) {
    const common = faces.find((face) => face.address === address);
    const wide = wordFaces(families.get(`${variable}-${part}`)).find(
      ({ weight }) => weight === common?.weight,
    );
    if (wide) return wide.address;
  }
  return address;
}

/** Leaves out files that contain only symbols. */
function wordFaces(faces: readonly Face[] = []): readonly Face[] {
  return faces.filter(({ contains }) => contains(0x61));
}

/** The part of the page's HTML that is shown in the institute's typefaces. */
function shownText(html: string): string {
  return html
    .slice(Math.max(0, html.search(/<body\b/)))
    .replaceAll(/<(script|style|svg|pre|code|kbd|samp)\b.*?<\/\1>/gs, '');
}

function lettersOf(html: string): Letters {
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|amp|quot|#39);/g, (_whole, name: string) => named[name] ?? '')
    .replaceAll(/&#x([\da-f]+);/gi, (_whole, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
  return new Set(Array.from(text, (letter) => letter.codePointAt(0) ?? 0));
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

/** The families that the page's style sheet declares. */
function readFamilies(html: string): Families {
  const rules = html.match(/@font-face\{[^}]*\}/g) ?? [];
  const variables = html.matchAll(/--font-([a-z-]+):\s*("[^"]*"|[^,;}]+)/g);
  return new Map(
    Array.from(variables, ([, variable = '', family = '']) => [
      variable,
      rules.filter((rule) => rule.includes(`font-family:${family};`)).flatMap(readFace),
    ]),
  );
}

function readFace(rule: string): Face[] {
  const address = /url\("([^"]+\.woff2)"\)/.exec(rule)?.[1];
  const weight = /font-weight:([^;}]+)/.exec(rule)?.[1] ?? '';
  const ranges = [
    ...(/unicode-range:([^;}]+)/.exec(rule)?.[1] ?? 'U+0-10FFFF').matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi),
  ].map(([, from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const);
  if (!address) return [];
  return [
    { address, weight, contains: (letter) => ranges.some(([from, to]) => from <= letter && letter <= to) },
  ];
}
