import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeImportFolder } from '#test/import-folder.ts';
import { readDrupal } from './drupal/drupal-dump.ts';

const site = 'https://old.example';
const formatted = (html: string) => ({ value: html, processed: html, format: 'basic_html' });

type Parts = { attributes?: object; relationships?: object; links?: object };

function makeNode(number: number, { attributes, ...others }: Parts) {
  return {
    type: 'node--page',
    id: `id-${number}`,
    attributes: {
      drupal_internal__nid: number,
      status: true,
      langcode: 'en',
      default_langcode: true,
      title: `Page ${number}`,
      body: formatted('<p>Body</p>'),
      ...attributes,
    },
    ...others,
  };
}

async function importAnswers(answers: Readonly<Record<string, object>>) {
  const folder = makeImportFolder();
  for (const [name, answer] of Object.entries(answers))
    folder.write(`source/${name}.json`, JSON.stringify(answer));
  const source = readDrupal(join(folder.dir, 'source'), { uploads: undefined, site });
  const { pages } = await folder.import(source);
  expect((await folder.check()).errors).toEqual([]);
  return { folder, pages, notes: source.notes };
}

test('texts in other fields follow the body; what is empty is not reported as left out', async () => {
  const attributes = {
    field_more: [formatted('<p>More</p>'), formatted('<p>and more</p>')],
    body: formatted('<p>Body</p>'),
    field_room: 'Room 3',
    field_tags: [],
    field_featured: false,
  };

  const { folder, pages } = await importAnswers({ page: { data: [makeNode(1, { attributes })] } });

  expect(folder.read('content/pages/1.mdx')).toMatch(/---\n\nBody\n\nMore\n\nand more\n$/);
  expect(pages[0]?.notes).toEqual(['these fields were left out: field_room']);
});

test('paragraphs are part of the page, in their order and nested; without them it is a draft', async () => {
  const refer = (...ids: string[]) => ({ data: ids.map((id) => ({ type: 'paragraph--text', id })) });
  const included = [
    {
      type: 'paragraph--text',
      id: 'p2',
      attributes: { field_text: formatted('<p>Second</p>') },
      relationships: { field_inner: refer('p3') },
    },
    { type: 'paragraph--text', id: 'p1', attributes: { field_text: formatted('<p>First</p>') } },
    { type: 'paragraph--text', id: 'p3', attributes: { field_text: formatted('<p>Third</p>') } },
  ];
  const data = [
    makeNode(1, { relationships: { field_parts: refer('p1', 'p2') } }),
    makeNode(2, { relationships: { field_parts: refer('p8', 'p9') } }),
  ];

  const { folder, pages } = await importAnswers({ page: { data, included } });

  expect(folder.read('content/pages/1.mdx')).toMatch(/---\n\nBody\n\nFirst\n\nSecond\n\nThird\n$/);
  expect(folder.read('content/pages/2.mdx')).toContain('draft: true');
  expect(pages[1]?.doubts).toEqual([
    'paragraphs are not in the folder, so it is a draft: add field_parts to include= in the address',
  ]);
});

test('paragraphs that are not published are left out, and pages for no search engine are drafts', async () => {
  const part = { type: 'paragraph--text', id: 'p1' };
  const secret = { ...part, attributes: { status: false, field_text: formatted('<p>secret</p>') } };
  const metatag = [{ tag: 'meta', attributes: { name: 'robots', content: 'noindex, nofollow' } }];
  const data = [
    makeNode(1, { relationships: { field_parts: { data: [part] } } }),
    makeNode(2, { attributes: { metatag } }),
  ];

  const { folder, pages } = await importAnswers({ page: { data, included: [secret] } });

  expect(folder.read('content/pages/1.mdx')).toMatch(/---\n\nBody\n$/);
  expect(pages.map(({ isDraft }) => isDraft)).toEqual([false, true]);
  expect(pages[0]?.notes).toEqual([
    'these fields were left out: field_parts (paragraphs that are not published)',
  ]);
});

test('redirects become old addresses of their pages, those of a language for its translation', async () => {
  const redirect = (from: string, to: string, language = 'und') => ({
    type: 'redirect--redirect',
    id: from,
    attributes: { redirect_source: { path: from }, redirect_redirect: { uri: to }, language },
  });
  const german = { path: { alias: '/uhr' }, langcode: 'de', default_langcode: false, title: 'Seite 1' };

  const { pages, notes } = await importAnswers({
    page: { data: [makeNode(1, { attributes: { path: { alias: '/clock' } } })] },
    de: { data: [makeNode(1, { attributes: german, links: { self: `${site}/de/jsonapi/node/page` } })] },
    redirects: {
      data: [
        redirect('old clock.htm', 'internal:/node/1'),
        redirect('older', 'entity:node/1'),
        redirect('alt', 'internal:/uhr', 'de'),
      ],
    },
  });

  expect(pages.map(({ aliases }) => aliases)).toEqual([
    ['/de/uhr', '/de/node/1', '/de/alt'],
    ['/node/1', '/old clock.htm', '/older'],
  ]);
  expect(notes).toEqual([]);
});

test('each translation of a node is a page, with the addresses of its language', async () => {
  const path = { alias: '/about' };
  const german = { path, langcode: 'de', default_langcode: false, title: 'Seite 1' };
  const body = formatted(
    '<p><a href="/de/node/1">de</a> <a href="/node/1">en</a> <a href="/en/about">en</a></p>',
  );
  const { folder, pages } = await importAnswers({
    de: {
      data: [
        makeNode(1, { attributes: german, links: { self: { href: `${site}/de/jsonapi/node/page/id-1` } } }),
      ],
    },
    en: {
      data: [
        makeNode(1, { attributes: { path }, links: { self: { href: `${site}/jsonapi/node/page/id-1` } } }),
        makeNode(2, { attributes: { body } }),
      ],
    },
  });

  expect(pages.map(({ id, file, aliases }) => [id, file, aliases])).toEqual([
    ['id-1 de', 'pages/about.mdx', ['/de/about', '/de/node/1']],
    ['id-1', 'pages/about-2.mdx', ['/node/1']],
    ['id-2', 'pages/2.mdx', ['/node/2']],
  ]);
  expect(folder.read('content/pages/2.mdx')).toContain('[de](/about) [en](/about-2) [en](/about-2)');
});

test('a time to unpublish is kept, and a summary is plain text', async () => {
  const summary = '<p>All about the <b>boats</b> &amp; the tides of the quay.</p>';
  const attributes = {
    body: { ...formatted('<p>Body</p>'), summary },
    unpublish_on: '2030-12-31T10:00:00+00:00',
  };

  const { folder } = await importAnswers({ page: { data: makeNode(1, { attributes }) } });

  expect(folder.read('content/pages/1.mdx')).toContain(
    'summary: All about the boats & the tides of the quay.\nunpublishAt: 2030-12-31T10:00+00:00\n',
  );
});

test('answers that are missing, or that leave something out, are reported', async () => {
  const at = (offset: number) => ({ href: `${site}/jsonapi/node/page?page[offset]=${offset}` });
  const { notes } = await importAnswers({
    a: {
      data: [makeNode(1, {})],
      links: { self: at(0), next: { href: `${site}/jsonapi/node/page?page%5Boffset%5D=50` } },
    },
    b: {
      data: [makeNode(2, {})],
      links: { self: at(50), next: at(100) },
      meta: { omitted: { detail: 'Some' } },
    },
  });

  expect(notes).toEqual([
    `what follows b.json: save the answer of ${at(100).href} too, and import again`,
    'items that only signed-in users get, which are not in b.json',
  ]);
});
