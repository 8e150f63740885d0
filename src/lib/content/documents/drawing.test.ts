import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '#test/property-runs.ts';
import { attackDrawings, dangerous } from './drawing-attacks.fixture.ts';
import { isDrawing, readDrawing } from './drawing.ts';

const namespace = 'xmlns="http://www.w3.org/2000/svg"';
const read = (source: string) => readDrawing(Buffer.from(source));
const textOf = (source: string) => read(source).svg?.toString();

test.each(attackDrawings)('leaves out or refuses %s', (_, source) => {
  const { svg, problem } = read(source);

  const text = svg?.toString() ?? '';
  expect(svg === undefined).toBe(problem !== undefined);
  expect(dangerous.filter((pattern) => pattern.test(text))).toEqual([]);
  expect(text).not.toMatch(/steal|x\.example/);
});

test('any nesting of attack fragments gives a drawing without code and addresses, unchanged when read again', () => {
  const parts = fc.constantFrom(
    ...[
      '<g>',
      '</g>',
      '<title>',
      '</title>',
      '<script>',
      '</script>',
      '<x:script>',
      '<path d="M0"/>',
      '<!--',
    ],
    ...[
      '-->',
      '<![CDATA[',
      ']]>',
      '&lt;',
      '&#60;script&#62;',
      '"',
      "'",
      'text',
      '<use href="#a"/>',
      '<?a ?>',
    ],
    ...[
      '<g fill="url(#a)" onload="a">',
      '<g style="fill:url(#a);b:c">',
      '<i:g id="&quot;">',
      '<g xmlns="urn:a">',
    ],
  );
  const source = fc.array(parts, { maxLength: 12 }).map((inner) => {
    const declared = 'xmlns:x="http://www.w3.org/2000/svg" xmlns:i="urn:i"';
    return `<svg ${namespace} ${declared}>${inner.join('')}</svg>`;
  });

  fc.assert(
    fc.property(source, (text) => {
      const { svg } = read(text);
      if (!svg) return;
      expect(dangerous.filter((pattern) => pattern.test(svg.toString().replaceAll(/>[^<]*/g, '>')))).toEqual(
        [],
      );
      expect(textOf(svg.toString())).toBe(svg.toString());
    }),
    { numRuns: runsOf(2000) },
  );
});

test('keeps the look of a drawing from a drawing program, and removes the data of the program', () => {
  const source = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Created with Inkscape -->
<s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:i="urn:i" i:version="1" viewBox="0 0 8 8" class="a"><i:view/><s:metadata><i:by>Ines</i:by></s:metadata><s:defs><s:linearGradient id="a" xlink:href="#b"/></s:defs><s:path style="fill:url(#a);stroke:#FFF; -inkscape-stroke:none;font-family:'Noto Sans', &quot;a&quot;" transform="translate(1 2) rotate (45)" d="M0 0&#10;h8" data-a="b"/><s:text xml:space="preserve">a &lt; b &amp; <![CDATA[c > d]]></s:text></s:svg>`;

  const svg = textOf(source);

  expect(svg).toBe(
    `<svg ${namespace} viewBox="0 0 8 8"><defs><linearGradient id="a" href="#b"/></defs>` +
      `<path style="fill:url(#a);stroke:#FFF;font-family:'Noto Sans', &quot;a&quot;" ` +
      `transform="translate(1 2) rotate (45)" d="M0 0\nh8"/>` +
      '<text xml:space="preserve">a &lt; b &amp; c &gt; d</text></svg>',
  );
});

test('accepts a thousand copies, and thousands of lines with a gradient', () => {
  const copies = `<defs><path id="a"/></defs>${'<use href="#a"/>'.repeat(1000)}`;
  const lines = `<linearGradient id="a"><stop/><stop/></linearGradient>${'<path fill="url(#a)"/>'.repeat(3000)}`;

  expect([copies, lines].map((inner) => read(`<svg ${namespace}>${inner}</svg>`).problem)).toEqual([
    ...[undefined, undefined],
  ]);
});

test.each([
  [`<svg ${namespace}>\n<g>\n</svg>`, 'line 3 of the drawing is not valid XML'],
  [`<svg ${namespace}><style>a{}</style></svg>`, 'the drawing has an element <style>'],
  [`<svg ${namespace}><path fill="url(a#b)"/></svg>`, 'refers to something outside of it'],
  ['<svg/>', 'the file is not one <svg> element'],
  ['', 'the file is not one <svg> element'],
  [`<svg ${namespace}>${'<g>'.repeat(70)}`, 'nests elements more than 64 levels deep'],
])('explains why %j is refused', (source, message) => {
  expect(read(source).problem).toMatchObject({ message: expect.stringContaining(message) });
});

test('refuses compressed drawings, other encodings and invalid UTF-8', () => {
  const source = `<svg ${namespace}/>`;
  const others = [gzipSync(source), Buffer.from(source, 'utf16le'), Buffer.from('<svg>é', 'latin1')];

  expect(others.map((bytes) => readDrawing(bytes).svg)).toEqual([undefined, undefined, undefined]);
  expect(isDrawing(gzipSync(source))).toBe(true);
  expect(isDrawing(Buffer.from('\uFEFF\n<?xml version="1.0"?><svg/>'))).toBe(true);
  expect(isDrawing(Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.from('a photo')]))).toBe(false);
});
