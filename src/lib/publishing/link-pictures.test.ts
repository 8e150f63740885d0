import sharp from 'sharp';
import { expect, test } from 'vitest';
import { institute } from '#lib/content/current-institute.ts';
import { drawLandscape } from '#lib/landscape/landscape.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { createLinkPictures } from './link-pictures.ts';

const cacheDir = makeFolder();

test('draws a picture for any text', { timeout: 60_000 }, async () => {
  const pictures = createLinkPictures({
    cacheDir,
    draw: drawLandscape,
    look: { ...institute().colours.light, name: institute().name, artwork: institute().artwork },
    fonts: { heading: institute().fonts.heading.linkPictures, text: institute().fonts.text.linkPictures },
  });
  const texts = [
    ...[
      '</svg><script>a</script>',
      '&x; ]]> <!--',
      '"\'><image href="/a"/>',
      'a\r\nb\0c\u001B',
      '\uD800\uFFFF',
    ],
    ...['', ' ', '\u202Eabc\u2028', '🏳️‍🌈é́́', 'ﷺשלום', '$& $1', 'W'.repeat(70)],
  ];
  // The longest texts that schemas allow: the work grows with the square of a word's length.
  const pages = texts.map((text) => ({ path: '/a', title: text, kind: text, note: text }));

  await pictures.draw(pages);

  const drawn = await Promise.all(pages.map((page) => sharp(pictures.find(page)).metadata()));
  expect(new Set(drawn.map(({ format, width, height }) => `${format} ${width} ${height}`))).toEqual(
    new Set(['jpeg 1200 630']),
  );
});
