import { expect, test } from 'vitest';
import { oldSite, writeItem } from '#test/wordpress-export.ts';
import { importPost } from '#test/import-wordpress.ts';

async function importText(content: string, others?: string) {
  const { body, page } = await importPost(content, others);
  return { body, page, unknown: page?.unknown.map(({ source, isInText }) => [source, isInText]) };
}

test.each([
  ['alone', 'A\n\n[events count="3"]', 'A\n\n```text\n[events count="3"]\n```\n', '[events count="3"]'],
  [
    'in a sentence',
    'Use [gallery] or [next_event] here',
    'Use `[gallery]` or `[next_event]` here\n',
    '[gallery]',
  ],
  [
    'without a text',
    'A\n\n[form id="5" title="Form 1"][/form]',
    'A\n\n```text\n[form id="5" title="Form 1"][/form]\n```\n',
    '[form id="5" title="Form 1"][/form]',
  ],
  [
    'with encoded HTML',
    '[raw_html]JTNDcCUzRUhlbGxvJTNDJTJGcCUzRQ==[/raw_html]',
    '```text\n[raw_html]JTNDcCUzRUhlbGxvJTNDJTJGcCUzRQ==[/raw_html]\n```\n',
    '[raw_html]JTNDcCUzRUhlbGxvJTNDJTJGcCUzRQ==[/raw_html]',
  ],
])('a shortcode %s becomes code', async (_, content, written, source) => {
  const { body, unknown } = await importText(content);

  expect(body).toBe(written);
  expect(unknown?.[0]).toEqual([source, true]);
});

test.each([
  ['rows and columns', '[vc_row][vc_column width="1/2"]<p>Text</p>[/vc_column][/vc_row]', 'Text\n'],
  [
    'a box with a title',
    '[box title="Opening hours"]Nine to <b>five</b>[/box]',
    '**Opening hours**\n\nNine to **five**\n',
  ],
  [
    'tabs',
    '[tabs][tab title="One"]First[/tab][tab title="Two"]Second[/tab][/tabs]',
    '**One**\n\nFirst\n\n**Two**\n\nSecond\n',
  ],
  [
    'a button',
    'See [button link="https://new.example/"]the plan[/button] now',
    'See [the plan](https://new.example/) now\n',
  ],
  [
    'a button without a text',
    '[btn button_text="Apply" button_url="https://new.example/"][/btn]',
    '[**Apply**](https://new.example/)\n',
  ],
])('%s: the tags are in the report, and their text, title and link stay', async (_, content, written) => {
  const { body, unknown, page } = await importText(content);

  expect(body).toBe(written);
  expect(unknown?.every(([, isInText]) => isInText === false)).toBe(true);
  expect(page?.kept).toBe(page?.words);
});

test.each([
  [
    '[sic] and [see note 3] in [2019], array[i], [Conwy]',
    '\\[sic] and \\[see note 3] in \\[2019], array\\[i], \\[Conwy]\n',
  ],
])('words in brackets stay: %s', async (content, written) => {
  const { body, unknown } = await importText(content);

  expect(body).toBe(written);
  expect(unknown).toEqual([]);
});

test('the old form of a caption may have references', async () => {
  const { body } = await importText(
    '[caption caption="A &quot;tall&quot; mast"]<img src="/a.png" alt="Mast">[/caption]',
  );

  expect(body).toBe(`[Mast: A "tall" mast](${oldSite}/a.png)\n`);
});

test('a synced pattern may contain another one, and never itself', async () => {
  const pattern = (id: number, content: string) =>
    writeItem({ id, type: 'wp_block' as 'post', status: 'publish', title: 'P', link: '' }, content);
  const ref = (id: number) => `<!-- wp:block {"ref":${id}} /-->`;
  const { body } = await importText(
    `<p>A</p>${ref(8)}`,
    pattern(8, `<p>B</p>${ref(9)}`) + pattern(9, `<p>C</p>${ref(8)}`),
  );

  expect(body).toBe('A\n\nB\n\nC\n\n```html\n<!-- wp:block {"ref":8} /-->\n```\n');
});
