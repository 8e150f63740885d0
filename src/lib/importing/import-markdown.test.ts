import { expect, test } from 'vitest';
import { importFiles } from '#test/import-markdown-files.ts';

const text = 'This is a text that is long enough to be the summary of a page.';

test('Hugo: TOML, bundles, pictures, aliases, sections, shortcodes and posts', async () => {
  const { folder, files, errors, redirects } = await importFiles({
    'hugo.toml': "baseURL = 'https://old.example/'\n",
    'content/_index.md':
      '---\ntitle: Handbook\n---\n\nWelcome. [Leave]({{< relref "leave/sick-leave.md" >}})\n',
    'content/leave/_index.md': '---\ntitle: Leave\n---\n\nAll leave. [Sick](sick-leave/)\n',
    'content/leave/sick-leave.md': `+++\ntitle = "Sick leave"\nweight = 2\naliases = ["/old/sick/"]\ntags = ["x"]\n[params]\na = 1\n+++\n\n${text} {a} <3\n\n{{< figure src="/images/mill.png" alt="The mill" caption="In May" >}}\n\n{{< chart id="3" >}}\n\n\`{{< code >}}\`\n\n## Part {#p}\n\n[Up](#p)[^n]\n\n[^n]: A note.\n`,
    'content/tools/index.md': '---\ntitle: Tools\n---\n\n![A saw](saw.png)\n',
    'content/tools/saw.png': '',
    'content/posts/rain.md': `---\ntitle: Rain\ndate: 2025-03-01T10:00:00+01:00\npublishDate: 2031-01-01T09:00:00+01:00\nauthor: Ada Wren\n---\n\n${text}\n`,
    'static/images/mill.png': '',
  });

  expect(errors).toEqual([]);
  expect(files).toEqual([
    'handbook/index.mdx',
    'handbook/leave/index.mdx',
    'handbook/leave/sick-leave.mdx',
    'news/rain.mdx',
    'handbook/tools/index.mdx',
  ]);
  const sick = folder.read('content/handbook/leave/sick-leave.mdx');
  expect(sick).toContain('title: Sick leave\norder: 2\naliases:\n  - /leave/sick-leave\n  - /old/sick\n');
  expect(sick).toContain('\\{a\\} \\<3');
  expect(sick).toMatch(/<Figure src="\.\.\/pictures\/mill-\w+\.png" alt="The mill" caption="In May" \/>/);
  expect(sick).toContain(
    '```text\n{{< chart id="3" >}}\n```\n\n`{{< code >}}`\n\n## Part\n\n[Up](#part)[^1]\n\n[^1]: A note.\n',
  );
  expect(folder.read('content/handbook/index.mdx')).toContain('[Leave](/handbook/leave/sick-leave)');
  expect(folder.read('content/handbook/leave/index.mdx')).toContain('[Sick](/handbook/leave/sick-leave)');
  expect(folder.read('content/news/rain.mdx')).toContain(
    'date: 2025-03-01\nauthor: ada-wren\npublishAt: 2031-01-01T09:00+01:00\n',
  );
  expect(redirects.get('/old/sick')).toBe('/handbook/leave/sick-leave');
});

test('Jekyll: posts with dates in their names, permalinks, Liquid and highlighted code', async () => {
  const { folder, errors, redirects, files } = await importFiles({
    '_config.yml': 'url: https://old.example\npermalink: /blog/:categories/:year/:title/\n',
    '_posts/2024-02-03-rain.md': `---\ntitle: Rain\ncategories: Wet Days\nredirect_from: /rain.html\n---\n\n${text} {{ site.time }}\n\n{% highlight ruby %}\nputs {1}\n{% endhighlight %}\n\n{% include map.html %}\n\n[About]({{ "/about/" | relative_url }}) and [again]({% link about.md %})\n{: .button}\n`,
    'about.md': `---\ntitle: About us\npermalink: /about/\n---\n\n${text} [Rain]({% post_url 2024-02-03-rain %})\n`,
    '_layouts/post.md': 'no text',
  });

  expect(errors).toEqual([]);
  expect(files).toEqual(['news/rain.mdx', 'handbook/about.mdx']);
  const rain = folder.read('content/news/rain.mdx');
  expect(rain).toContain('date: 2024-02-03\n');
  expect(rain).toContain(
    '`{{ site.time }}`\n\n```ruby\nputs {1}\n```\n\n```text\n{% include map.html %}\n```',
  );
  expect(rain).toContain('[About](/handbook/about) and [again](/handbook/about)\n');
  expect(folder.read('content/handbook/about.mdx')).toContain('[Rain](/news/rain)');
  expect([...redirects]).toEqual([
    ['/about', '/handbook/about'],
    ['/blog/wet/days/2024/rain', '/news/rain'],
    ['/rain', '/news/rain'],
  ]);
});

test('Starlight: notes, components, imports and addresses without spaces', async () => {
  const { folder, errors, redirects, result } = await importFiles({
    'src/content/docs/guides/First Steps.mdx': `---\ntitle: First steps\ndescription: How to begin.\nsidebar:\n  order: 3\n---\n\nimport { Card } from '@astrojs/starlight/components';\n\n:::tip[Did you know]\n\nUse **words**.\n\n:::\n\n<Aside type="caution">\nMind the gap.\n</Aside>\n\n<Card title="Fast" icon="star">\nText of the card.\n</Card>\n\n<Badge text="New" />\n\n{/* a note */}\n\nSee [two](./two.md#the-end).\n`,
    'src/content/docs/guides/two.md':
      '---\ntitle: Two\n---\n\n## The end\n\n![Mill](../../../assets/mill.png)\n',
    'src/assets/mill.png': '',
  });

  expect(errors).toEqual([]);
  const first = folder.read('content/handbook/guides/first-steps.mdx');
  expect(first).toContain('<Callout type="tip" title="Did you know">\n\nUse **words**.\n\n</Callout>');
  expect(first).toContain('<Callout type="warning">\n\nMind the gap.\n\n</Callout>');
  expect(first).toContain('**Fast**\n\nText of the card.');
  expect(first).toContain('```text\n<Badge text="New" />\n```');
  expect(first).toContain('[two](/handbook/guides/two#the-end)');
  expect(first).not.toMatch(/import|a note/);
  expect(result.pages[0]?.unknown.map(({ what }) => what)).toEqual([
    'an import or export of MDX',
    'the component Card',
    'the component Badge',
    'a comment',
  ]);
  expect(redirects.get('/guides/first-steps')).toBe('/handbook/guides/first-steps');
});

test('Docusaurus: numbers in names, docs below /docs, blog posts, notes', async () => {
  const { errors, files, redirects, folder } = await importFiles({
    'docusaurus.config.js': "module.exports = { url: 'https://old.example' };",
    'docs/01-start/02-install.md': `# Install it\n\n${text}\n\n:::danger Stop\n\nHere.\n\n:::\n`,
    'docs/usage.md': `---\nid: use\n---\n\n# Use it\n\n${text}\n`,
    'blog/2024-05-06-news.md': `---\ntitle: News\nauthors: [{ name: Ada Wren }]\n---\n\n${text}\n`,
  });

  expect(errors).toEqual([]);
  expect(files).toEqual(['handbook/start/install.mdx', 'handbook/usage.mdx', 'news/news.mdx']);
  expect(folder.read('content/handbook/start/install.mdx')).toMatch(
    /title: Install it\norder: 2\n[^#]*<Callout type="warning" title="Stop">/,
  );
  expect([...redirects]).toEqual([
    ['/docs/start/install', '/handbook/start/install'],
    ['/docs/use', '/handbook/usage'],
    ['/blog/2024/05/06/news', '/news/news'],
  ]);
});

test('Hugo: languages with folders of their own have their addresses', async () => {
  const { errors, files, redirects } = await importFiles({
    'config/_default/hugo.toml': 'baseURL = "https://old.example/"\ndefaultContentLanguage = "en"\n',
    'config/_default/languages.en.toml': 'contentDir = "content/en"\n',
    'config/_default/languages.toml': '[de]\ncontentDir = "content/de"\n',
    'config/_default/permalinks.toml': 'posts = "/:year/:slug/"\n',
    'content/en/about.md': `---\ntitle: About\n---\n\n${text}\n`,
    'content/de/about.md': `---\ntitle: Wir\n---\n\n${text}\n`,
    'content/en/posts/rain.md': `---\ntitle: Rain\nslug: wet\ndate: 2024-05-06\n---\n\n${text}\n`,
  });

  expect(errors).toEqual([]);
  expect(files.toSorted()).toEqual(['handbook/about.mdx', 'handbook/de/about.mdx', 'news/rain.mdx']);
  expect([...redirects].toSorted()).toEqual([
    ['/2024/wet', '/news/rain'],
    ['/about', '/handbook/about'],
    ['/de/about', '/handbook/de/about'],
  ]);
});

test.each([
  [
    'Docusaurus',
    'blog',
    { 'docusaurus.config.js': 'export default {};', 'blog/authors.yml': 'ada: { name: Ada Wren }\n' },
  ],
  ['Jekyll', '_posts', { '_config.yml': '', '_data/authors.yaml': 'ada:\n  name: Ada Wren\n' }],
])('%s: an author is called by name', async (_, folder, settings) => {
  const { read, result } = await importFiles({
    ...(settings as Record<string, string>),
    [`${folder}/2024-05-06-tides.md`]: '---\ntitle: Tides\nauthors: [ada, ben]\n---\n\nThe tide goes out.\n',
  });

  expect(read('people/ada-wren.mdx')).toContain('name: Ada Wren\n');
  expect(read('news/tides.mdx')).toContain('author: ada-wren\n');
  expect(result.pages[0]?.notes).toContain('it was also by ben');
});

test('Hugo: links of a text in another language lead to texts in this language, if there are any', async () => {
  const link = '[b]({{< relref "b.md" >}}) [c]({{< ref "c" >}})';
  const page = (words: string) => `---\ntitle: Rain\n---\n\n${words}\n`;
  const { read } = await importFiles({
    'hugo.toml': '[languages.en]\nweight = 1\n[languages.de]\nweight = 2\n',
    'content/x/a.md': page(link),
    'content/x/a.de.md': page(link),
    'content/x/b.md': page(text),
    'content/x/b.de.md': page(text),
    'content/x/c.md': page(text),
  });

  expect(read('handbook/x/a.mdx')).toContain('[b](/handbook/x/b) [c](/handbook/x/c)');
  expect(read('handbook/de/x/a.mdx')).toContain('[b](/handbook/de/x/b) [c](/handbook/x/c)');
});
