import { expect, test } from 'vitest';
import { importPost, importItems, writePost } from '#test/import-wordpress.ts';
import { oldSite, writeItem } from '#test/wordpress-export.ts';

const paragraph = (text: string, attributes = '') =>
  `<!-- wp:paragraph ${attributes}-->\n<p>${text}</p>\n<!-- /wp:paragraph -->\n`;
const hidden = '{"metadata":{"name":"Notes -- old","blockVisibility":false}} ';

test.each([
  ['a paragraph', paragraph('Secret.', hidden)],
  ['by a plugin', paragraph('Secret.', '{"blockVisibility":{"hideBlock":true}} ')],
  [
    'with blocks inside',
    `<!-- wp:group ${hidden}-->\n${paragraph('Secret.')}<!-- wp:spacer /-->\n<!-- /wp:group -->`,
  ],
  ['inside others', `<!-- wp:group -->\n${paragraph('Secret.', hidden)}<!-- /wp:group -->`],
  ['without an end', `<!-- wp:group ${hidden}-->\nSecret.`],
])('a hidden block is in the report only: %s', async (_, block) => {
  const isOpen = !block.includes('<!-- /wp');
  const after = isOpen ? '' : paragraph('After.');

  const { body, page } = await importPost(paragraph('Before.') + block + after);

  expect(body).toBe(isOpen ? 'Before.\n' : 'Before.\n\nAfter.\n');
  expect(page).toMatchObject({ isDraft: false, leftOut: 1, missing: [] });
  expect(page?.unknown).toMatchObject([{ what: 'a block that is hidden' }]);
});

test('a block with other settings stays', async () => {
  const { body, page } = await importPost(
    paragraph('Shown.', '{"metadata":{"blockVisibility":true}} ') + paragraph('Too.', '{"broken": } '),
  );

  expect(body).toBe('Shown.\n\nToo.\n');
  expect(page).toMatchObject({ isDraft: false, unknown: [] });
});

test.each([
  ['the shortcode members_only', '[members_only]Minutes.[/members_only]'],
  ['the shortcode um_loggedin', '[um_loggedin]Minutes.[/um_loggedin]'],
  ['the shortcode restrict', '[restrict paid="true"]Minutes.[/restrict]'],
  ['the shortcode access', '[access capability="read"]Minutes.[/access]'],
  ['the shortcode content', '[content levels="1,2"]Minutes.[/content]'],
  [
    'the block premium-content/container',
    '<!-- wp:premium-content/container -->\n<p>Minutes.</p>\n<!-- /wp:premium-content/container -->',
  ],
  ['the block paragraph', paragraph('Minutes.', '{"blockVisibility":{"controlSets":[{"id":1}]}} ')],
])('a text that only some readers see makes a draft: %s', async (name, text) => {
  const { body, page } = await importPost(text);

  expect(body).toContain('Minutes.');
  expect(page).toMatchObject({
    isDraft: true,
    doubts: [`is a draft: only some readers see all of it (${name})`],
  });
});

test.each(['[row]Open.[/row]', '[team_members]Open.[/team_members]', 'Ask the [members] first. Open.'])(
  'a text for all readers is public: %s',
  async (text) => {
    expect((await importPost(text)).page).toMatchObject({ isDraft: false });
  },
);

test('what visitors sent is not imported, and a type without pages at the old site makes drafts', async () => {
  const item = (id: number, type: string, link: string) =>
    writePost(id, 'Text')
      .replace('<![CDATA[post]]>', `<![CDATA[${type}]]>`)
      .replace(/<link>[^<]*/, `<link>${oldSite}${link.replace('&', '&amp;')}`);

  const { pages } = await importItems(
    item(1, 'feedback', '/?post_type=feedback&p=1') +
      item(2, 'slide', '/?post_type=slide&p=2') +
      item(3, 'course', '/courses/3/'),
  );

  expect(pages.map(({ address, isDraft, doubts }) => ({ address, isDraft, doubts }))).toEqual([
    {
      address: '/post-2',
      isDraft: true,
      doubts: ['is a draft: the old site has no page for it, since its type is slide'],
    },
    { address: '/post-3', isDraft: false, doubts: [] },
  ]);
});

test('a time at which a plugin takes a page back stays', async () => {
  const meta = (key: string, value: string) =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`;
  const fields = meta('_expiration-date-status', 'saved') + meta('_expiration-date', '1988150400');

  const { folder } = await importItems(writePost(1, 'Text').replace('</item>', `${fields}</item>`));

  expect(folder.read('content/news/post-1.mdx')).toContain('unpublishAt: 2033-01-01T00:00Z');
});

test.each([
  ['_members_access_role', 'editor', true],
  ['rcp_user_level', 'Subscriber', true],
  ['rcp_user_level', 'All', false],
  ['um_content_restriction', 'a:1:{s:26:"_um_custom_access_settings";s:1:"1";}', true],
  ['um_content_restriction', 'a:1:{s:26:"_um_custom_access_settings";s:1:"0";}', false],
])('the field %s with %s', async (key, value, isDraft) => {
  const meta = `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
  const page = { id: 1, type: 'page', status: 'publish', title: 'One', link: `${oldSite}/one/` } as const;

  const { pages } = await importItems(writeItem(page, 'Minutes.').replace('</item>', `${meta}</item>`));

  expect(pages).toMatchObject([{ isDraft }]);
});
