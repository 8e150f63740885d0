import sharp from 'sharp';
import { expect, test } from 'vitest';
import { serveDesk } from '#test/http/desk-site.ts';
import { useShared } from '#test/use-shared.ts';

const desk = useShared(() => serveDesk());

/** The card of a picture in the library. */
function cardOf(html: string, name: string): string {
  const cards = html.split('<li').filter((part) => part.includes(`>${name}</h2>`));
  expect(cards).toHaveLength(1);
  return cards[0]!;
}

const library = (query = '') => desk.text(`/staff/content/pictures${query}`, 'editor');

test('the library shows where a picture is used, its size and its descriptions', async () => {
  const html = await library('?q=soil-profile');

  const card = cardOf(html, 'soil-profile.svg');
  expect(card).toContain('/staff/content/edit?file=courses%2Fsoil-science.mdx');
  expect(card).toContain('Soil Science</a>');
  expect(card).toMatch(/courses, [\d,]+ × [\d,]+ pixels, [\d,]+ kB/);
  expect(card).toMatch(/<dd>[^<]{10,}/);
  expect(html).not.toContain('weir');
});

test('a picture that a draft no longer shows is listed as not used', async () => {
  const file = 'news/a-dry-year-on-the-lark.mdx';
  const basedOn = desk.repository.pushed.git('rev-parse', `HEAD:${file}`);
  const text = desk.repository.pushed.git('show', `HEAD:${file}`);
  const before = await library('?use=unused');
  const without = text.replace(/^picture:\n(?: {2}.*\n)+/m, '');

  const saved = await desk.save('editor', { file, version: 0, basedOn, text: without });
  const after = await library('?use=unused');

  expect(saved.status).toBe(200);
  expect(before).toContain('All pictures are used.');
  expect(cardOf(after, 'a-dry-year-on-the-lark.webp')).toContain('Not used.');
});

test('without scripts, the library shows the MDX that adds a picture to an entry', async () => {
  const html = await library('?for=pages/fees.mdx&q=soil-profile');

  expect(html).toContain('value="<Figure src=&quot;../courses/soil-profile.svg&quot; alt=&quot;');
  expect(html).toContain('/staff/content/edit?file=pages%2Ffees.mdx');
});

test('the editor gets the paths of pictures relative to the entry, with thumbnails', async () => {
  const query = new URLSearchParams({ for: 'courses/groundwater.mdx', q: 'soil profile' });
  const choices = await desk.get(`/staff/content/picture-choices?${query}`, 'editor', {
    Accept: 'application/json',
  });
  const { found, pictures } = (await choices.json()) as {
    found: number;
    pictures: { src: string; alt: string; uses: number; thumbnail: string }[];
  };
  const [picture] = pictures.filter(({ src }) => src === './soil-profile.svg');
  const thumbnail = await desk.get(picture!.thumbnail, 'editor');
  const { format, width } = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata();

  expect(found).toBe(pictures.length);
  expect(picture).toMatchObject({ uses: 1, alt: expect.stringMatching(/.{10}/) as string });
  expect([thumbnail.headers.get('content-type'), format]).toEqual(['image/webp', 'webp']);
  expect(width).toBeLessThanOrEqual(360);
});

test.each(['../../package.json', 'courses/soil-science.mdx', 'courses/none.webp'])(
  'there is no thumbnail of %s',
  async (path) => {
    const answer = await desk.get(`/staff/content/thumbnail?${new URLSearchParams({ path })}`, 'editor', {
      Accept: 'application/json',
    });

    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      'NOT_FOUND',
    ]);
  },
);

test('a registrar and a stranger get no thumbnails', async () => {
  const path = '/staff/content/thumbnail?path=courses/soil-profile.svg';

  const answers = await Promise.all([desk.get(path, 'registrar'), desk.get(path)]);

  expect(answers.map(({ status }) => status)).toEqual([403, 303]);
});
