type Face = {
  address: string;
  isItalic: boolean;
  isForHeadings: boolean;
  contains: (letter: number) => boolean;
};

/**
 * Preloads the font files that a page needs besides those of every page: italics, letters such as Ł, and rare signs.
 * They come first, so that a word is not shown while a part of its letters is still loading.
 */
export function addFontPreloads(html: string): string {
  const first = html.search(/<link\b[^>]*\bas="font"/);
  if (first < 0) return html;
  const text = textOf(html);
  const letters = lettersOf(text);
  const italics = lettersOf(text.match(/<(em|i|cite|dfn|var)\b[^>]*>.*?<\/\1>/gs)?.join('') ?? '');
  const headings = lettersOf(text.match(/<(h[1-4])\b[^>]*>.*?<\/\1>/gs)?.join('') ?? '');
  // Names are set in the typeface of headings in other places, too. Signs are not.
  for (const letter of letters) {
    if (firstEuropeanLetter <= letter && letter <= lastEuropeanLetter) headings.add(letter);
  }
  const needed = readFaces(html).filter(({ address, isItalic, isForHeadings, contains }) => {
    const isPreloaded = html.includes(`<link rel="preload" href="${address}"`);
    const shown = isItalic ? italics : isForHeadings ? headings : letters;
    return !isPreloaded && [...shown].some((letter) => contains(letter));
  });
  const links = [...new Set(needed.map(({ address }) => address))].map(
    (address) => `<link rel="preload" href="${address}" as="font" type="font/woff2" crossorigin>`,
  );
  return html.slice(0, first) + links.join('') + html.slice(first);
}

/** Ā to the end of the Latin letters with marks: the blocks from Latin Extended-A on. */
const [firstEuropeanLetter, lastEuropeanLetter] = [0x100, 0x1eff];

/** What the page shows in the institute's typefaces, with its tags. */
function textOf(html: string): string {
  return html
    .slice(Math.max(0, html.search(/<body\b/)))
    .replaceAll(/<(script|style|svg|pre|code|kbd|samp)\b.*?<\/\1>/gs, '');
}

function lettersOf(html: string): Set<number> {
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|amp|quot|#39);/g, (_whole, name: string) => named[name] ?? '')
    .replaceAll(/&#x([\da-f]+);/gi, (_whole, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
  return new Set(Array.from(text, (letter) => letter.codePointAt(0) ?? 0));
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

/** The font files that the page's style sheet declares. */
function readFaces(html: string): Face[] {
  const rules = html.match(/@font-face\{[^}]*\}/g) ?? [];
  const headingFamily = /--font-heading:\s*([^,;}]+)/.exec(html)?.[1] ?? '';
  return rules.flatMap((rule) => {
    const address = /url\("([^"]+\.woff2)"\)/.exec(rule)?.[1];
    const ranges = [
      ...(/unicode-range:([^;}]+)/.exec(rule)?.[1] ?? '').matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi),
    ].map(([, from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const);
    if (!address) return [];
    const contains = (letter: number) => ranges.some(([from, to]) => from <= letter && letter <= to);
    return [
      {
        ...{ address, contains, isItalic: rule.includes('font-style:italic') },
        isForHeadings: rule.includes(`font-family:${headingFamily};`),
      },
    ];
  });
}
