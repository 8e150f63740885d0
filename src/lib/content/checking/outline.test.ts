import { satteriHeadingIdsPlugin } from '@astrojs/markdown-satteri';
import { markdownToHtml, mdxToJs } from 'satteri';
import { expect, test } from 'vitest';
import { readOutline } from './outline.ts';

const headings = `## Plain words

## Plain words

## "Quoted" -- and don't ... & \`code\` *there*

### Ein Über-Titel: 2 < 3 &amp; more

## With a note[^1] and ![a picture](x.png) and [a link](/x)

[^1]: The note.

Set below
---------
`;

const features = { gfm: true, smartPunctuation: true };

/** The object to which the engine's plugin adds the headings. */
function emptyAstroData() {
  return {
    frontmatter: {},
    headings: [] as { depth: number; slug: string; text: string }[],
    localImagePaths: new Set<string>(),
    remoteImagePaths: new Set<string>(),
  };
}

test('anchors of Markdown match those of the build', async () => {
  const astro = emptyAstroData();
  await markdownToHtml(`${headings}\n## With <b>raw</b> HTML\n`, {
    features,
    hastPlugins: [satteriHeadingIdsPlugin()],
    data: { astro },
  });

  const { outline } = readOutline(`${headings}\n## With <b>raw</b> HTML\n`, false);

  const own = [...outline.anchors].filter((anchor) => !anchor.startsWith('user-content-'));
  expect(own.toSorted()).toEqual(astro.headings.map(({ slug }) => slug).toSorted());
  expect(own.length).toBeGreaterThan(6);
});

test('anchors of MDX match those of the build', async () => {
  const source = headings.replace('2 < 3', '2 &lt; 3') + '\n## With <Term name="spring" /> and {"text"}\n';
  const astro = emptyAstroData();
  await mdxToJs(source, { features, hastPlugins: [satteriHeadingIdsPlugin()], data: { astro } });

  const { outline } = readOutline(source, true);

  const own = [...outline.anchors].filter((anchor) => !anchor.startsWith('user-content-'));
  expect(own.toSorted()).toEqual(astro.headings.map(({ slug }) => slug).toSorted());
});

test('reports reference links and images on the lines where they are used', () => {
  const { outline } = readOutline('See [this][a]\nand ![that][b].\n\n[a]: /x\n[b]: ./y.jpg\n', false);

  expect(outline.links).toEqual([expect.objectContaining({ href: '/x', line: 1 })]);
  expect(outline.images).toEqual([expect.objectContaining({ src: './y.jpg', alt: 'that', line: 2 })]);
});

test('ignores code, comments and fences', () => {
  const { outline } = readOutline(
    '`[a](/x)` {/* [b](/y) <Calout /> */}\n\n```mdx\n# Heading\n\n<Calout />\n```\n',
    true,
  );

  expect(outline.links).toEqual([]);
  expect(outline.headings).toEqual([]);
  expect(outline.components).toEqual([]);
});

test('reads attribute values as text, lists or code', () => {
  const { outline } = readOutline(
    `<CourseList codes={['A', "B"]} level={4} subject={pick()} program />\n`,
    true,
  );

  const values = [...(outline.components[0]?.attributes.values() ?? [])].map(({ value }) => value);
  expect(values).toEqual([{ list: ['A', 'B'] }, { text: '4' }, { code: 'pick()' }, true]);
});
