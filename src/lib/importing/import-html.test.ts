import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importHtml } from '#test/import-html.ts';
import { makeImportFolder } from '#test/import-folder.ts';
import { onePixel } from '#test/wordpress-export.ts';
import { readDrupal } from './drupal/drupal-dump.ts';
import { readHtmlFolder } from './html/html-folder.ts';

const text = 'This is a text that is long enough to be the summary of a page.';
const around = (main: string, head = '') =>
  `<!doctype html><html><head><title>Page - Site</title>${head}</head><body><header>Site</header><nav><a href="/">Home</a></nav>${main}<footer>Imprint</footer></body></html>`;

test('HTML: the text of each page, its pictures, its links and its date, without menus', async () => {
  const { pages, read } = await importHtml({
    'team/index.html': around(
      `<main><nav>Here</nav><article><h1>Our team</h1><p>${text} <a href="../plan.html#top-part">Plan</a> <a href="../files/a.pdf">File</a></p><img src="/img/a.png" alt="Us"></article></main>`,
      '<meta name="description" content="All the people who work at the old mill.">',
    ),
    'plan.html': around(`<main><h1>Plan</h1><h2 id="top-part">First</h2><p>${text}</p></main>`),
    'img/a.png': onePixel,
    'files/a.pdf': 'x',
  });

  expect(pages.map(({ file, aliases }) => [file, aliases])).toEqual([
    ['pages/plan.mdx', []],
    ['pages/team.mdx', []],
  ]);
  const team = read('team');
  expect(team).toContain('title: Our team\nsummary: All the people who work at the old mill.\n---\n');
  expect(team).toContain('[Plan](/plan#first) [File](/files/a.pdf)');
  expect(team).toMatch(/!\[Us\]\(\.\/pictures\/a-\w+\.png\)/);
  expect(team).not.toMatch(/Here|Home|Imprint|# Our team/);
});

test('a sitemap says which pages are imported; those without a file are reported', async () => {
  const folder = makeImportFolder();
  const locations = [
    'https://old.example/a/b',
    'https://old.example/gone',
    'https://old.example/../../etc/passwd',
  ];
  const urls = locations.map((url) => `<url><loc>${url}</loc></url>`);
  folder.write('source/sitemap.xml', `<urlset>${urls.join('')}</urlset>`);
  folder.write('source/a/b.html', around(`<main><h1>B</h1><p>${text}</p></main>`));
  folder.write('source/c.html', around(`<main><h1>C</h1><p>${text}</p></main>`));

  const source = readHtmlFolder(join(folder.dir, 'source/sitemap.xml'), {
    into: 'handbook',
    site: undefined,
  });
  const { pages } = await folder.import(source);

  expect(pages.map(({ file, aliases }) => [file, aliases])).toEqual([['handbook/a/b.mdx', ['/a/b']]]);
  expect(source.notes).toEqual([
    '1 files .xml that are no pages, such as sitemap.xml',
    'https://old.example/gone, which has no page in the folder',
    'https://old.example/../../etc/passwd, which has no page in the folder',
    '1 pages that the sitemap does not name, such as c.html',
  ]);
});

test('Drupal: nodes with rendered text, path, author, picture and state', async () => {
  const folder = makeImportFolder();
  const body = { value: 'raw', processed: `<p>${text}</p><p><a href="/node/2">Two</a></p>`, summary: '' };
  const node = (nid: number, type: string, attributes: object, relationships: object = {}) => ({
    type: `node--${type}`,
    id: `0000-${nid}`,
    attributes: {
      drupal_internal__nid: nid,
      title: `Node ${nid}`,
      status: true,
      created: '2024-01-02T10:00:00+00:00',
      body,
      ...attributes,
    },
    relationships,
  });
  const article = node(
    1,
    'article',
    { path: { alias: '/news/2024/one' } },
    { uid: { data: { id: 'u' } }, field_image: { data: { id: 'f', meta: { alt: 'The old mill' } } } },
  );
  const included = [
    { type: 'user--user', id: 'u', attributes: { display_name: 'Ada Wren' } },
    { type: 'file--file', id: 'f', attributes: { uri: { url: '/sites/default/files/mill.png' } } },
  ];
  const others = [
    node(2, 'page', { path: { alias: '/about/us' }, field_room: 'B1' }),
    node(3, 'page', { path: null, status: false, publish_on: '1924905600' }),
    node(4, 'page', { status: false }),
  ];
  folder.write('source/1.json', JSON.stringify({ data: [article], included }));
  folder.write('source/2.json', JSON.stringify({ data: others }));
  folder.write('files/mill.png', onePixel);

  const source = readDrupal(join(folder.dir, 'source'), {
    uploads: join(folder.dir, 'files'),
    site: 'https://old.example',
  });
  const { pages } = await folder.import(source);

  expect(pages.map(({ file, aliases }) => [file, aliases])).toEqual([
    ['news/one.mdx', ['/news/2024/one', '/node/1']],
    ['pages/us.mdx', ['/about/us', '/node/2']],
    ['pages/3.mdx', ['/node/3']],
    ['pages/4.mdx', ['/node/4']],
  ]);
  expect(folder.read('content/news/one.mdx')).toMatch(
    /date: 2024-01-02\nauthor: ada-wren\npicture:\n {2}file: \.\/pictures\/mill-\w+\.png\n {2}alt: The old mill\n/,
  );
  expect(folder.read('content/news/one.mdx')).toContain('[Two](/us)');
  expect(folder.read('content/pages/3.mdx')).toContain('publishAt: 2030-12-31T00:00Z');
  expect(folder.read('content/pages/4.mdx')).toContain('draft: true');
  expect(pages[1]?.notes).toEqual(['these fields were left out: field_room']);
  expect((await folder.check()).errors).toEqual([]);
});
