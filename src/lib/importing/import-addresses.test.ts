import { expect, test } from 'vitest';
import { importFiles, importReported } from '#test/import-markdown-files.ts';

const page = (fields = '', text = 'The tide goes out twice a day.') =>
  `---\ntitle: Tides\n${fields}\n---\n\n${text}\n`;

test('Docusaurus: base path, folders, dates in paths, and what is not read', async () => {
  const { redirects, result, read, source } = await importReported('import-docusaurus-addresses');

  expect([...redirects]).toEqual([
    ['/manual/docs/guide/articles', '/handbook/guide/articles'],
    ['/manual/docs/knots', '/handbook/knots'],
    ['/manual/posts/lock-open', '/news/lock'],
    ['/manual/posts/2024/05/06/tide', '/news/tide'],
  ]);
  expect(read('news/lock.mdx')).toContain('date: 2024-03-07\n');
  expect(read('news/tide.mdx')).toContain('date: 2024-05-06\n');
  expect(read('handbook/guide/articles.mdx')).toContain('[knots](/handbook/knots)');
  expect(result.pages.flatMap(({ notes }) => notes)).toEqual([]);
  expect(source.notes).toEqual([
    'the folder was read as docusaurus',
    '`src/pages/team.js`: is in a format that is not read',
    '`tutorial/one.md`: is outside the folders that are read: docs, blog, src/pages',
    '`versioned_docs/version-1.0/knots.md`: is outside the folders that are read: docs, blog, src/pages',
    '1 files .js that are no pages, such as docusaurus.config.js',
  ]);
});

test('Docusaurus: the version that readers see is read, also if the settings name the folder of the next one', async () => {
  const { redirects, report } = await importReported('import-docusaurus-version');

  expect([...redirects]).toEqual([['/manual/tides', '/handbook/tides']]);
  expect(report).toContain('`docs/plans.md`: is outside the folders that are read');
});

test('Docusaurus: slugs, ids, numbers, dates of months and days, folders of their own', async () => {
  const { redirects } = await importFiles({
    'docusaurus.config.js': `export default { url: 'https://old.example', baseUrl: "/m/", themeConfig: { docs: {} },
      presets: [['classic', { docs: { path: 'manual', routeBasePath: '/' }, blog: { path: './posts' } }]] };`,
    'manual/01-start/02-install.md': page(),
    'manual/2024-05-release.md': page(),
    'manual/a.md': page('slug: /deep/a'),
    'manual/x/b.md': page('slug: other'),
    'manual/x/c.md': page('id: named'),
    'manual/x/README.md': page(),
    'posts/2024/5/6/rain.md': page(),
    'posts/wet/2024-01-02-days.md': page(),
    'posts/plain.md': page('date: 2024-02-03'),
    'src/pages/about.md': page(),
  });

  expect([...redirects.keys()].toSorted().join(' ')).toBe(
    '/m/2024-05-release /m/about /m/blog/2024/01/02/wet/days /m/blog/2024/05/06/rain /m/blog/plain /m/deep/a /m/start/install /m/x /m/x/named /m/x/other',
  );
});

test('Jekyll: pages of HTML, collections, base path, and pictures in groups of fields', async () => {
  const { files, read, redirects, source, report } = await importReported('import-jekyll-not-read');

  expect(files).toEqual(['news/boats.mdx', 'handbook/team/ada.mdx', 'handbook/index.mdx']);
  expect(read('news/boats.mdx')).toContain('date: 2024-02-05');
  expect(read('news/boats.mdx')).toContain('A post in **HTML**.');
  expect(read('handbook/index.mdx')).toContain('title: Welcome');
  expect(read('handbook/team/ada.mdx')).toContain('title: Ada Wren');
  expect(redirects.get('/lab/people/ada')).toBe('/handbook/team/ada');
  expect(redirects.get('/lab/2024/02/05/boats')).toBe('/news/boats');
  expect(report).toContain('picture of the page, https://quay.example/images/ada.png: its file is missing');
  expect(source.notes).toEqual([
    'the folder was read as jekyll',
    '1 files .yml that are no pages, such as _config.yml',
  ]);
});

test('fields that are not imported are named once, with their pages', async () => {
  const people = ['a', 'b', 'c', 'd'].map((name) => [`${name}.md`, page('ranking: 3\nempty:')] as const);
  const { source } = await importFiles({
    ...Object.fromEntries(people),
    'e.md': page('hero: { tagline: Big }'),
  });

  expect(source.notes.slice(1)).toEqual(['the field `ranking` of 4 pages', 'the field `hero` of `e.md`']);
});

test.each([
  ['image: { file: /ada.png, caption: Ada at sea }', 'Ada at sea'],
  ['cover:\n  image: ada.png\n  alt: Ada at sea', 'Ada at sea'],
  ['images: [{ src: ada.png, title: Ada at sea }]', 'Ada at sea'],
  ['hero: { image: { file: ./ada.png, alt: Ada at sea } }', 'Ada at sea'],
  ['thumbnail: ada.png', 'Picture of “Tides”'],
])('the picture of %j', async (fields, alt) => {
  const { read, errors } = await importFiles({ 'a.md': page(fields), 'ada.png': '' });

  expect(errors).toEqual([]);
  expect(read('handbook/a.mdx')).toMatch(new RegExp(`!\\[${alt}\\]\\(\\./pictures/ada-\\w+\\.png\\)`));
});

test('Jekyll: patterns of posts and collections, defaults, categories and titles from names', async () => {
  const { redirects, read } = await importFiles({
    '_config.yml': `url: https://old.example
baseurl: /lab/
permalink: /:categories/:year/:i_month/:title:output_ext
collections: { team: { output: true }, tools: { output: true, permalink: "/t/:path/" } }
defaults:
  - scope: { path: "", type: tools }
    values: { order: 7 }
`,
    '_posts/2024-02-05-boats.md': '---\ncategories: Wet Days\n---\n\nText of boats.\n',
    'river/_posts/2024-03-01-rain.md': page('categories: [High, Water]\nslug: big-rain\ndate: 2024-04-01'),
    '_team/ada-wren.md': '---\n---\n\nAda studies tides.\n',
    '_tools/saw/big.md': page(),
    'about.md': page('permalink: /us/:title/\nredirect_from: /old-us'),
  });

  expect([...redirects.keys()].toSorted().join(' ')).toBe(
    '/lab/old-us /lab/river/high/water/2024/4/big-rain /lab/t/saw/big /lab/team/ada-wren /lab/us/about /lab/wet/days/2024/2/boats',
  );
  expect(read('handbook/team/ada-wren.mdx')).toContain('title: Ada wren\n');
  expect(read('handbook/tools/saw/big.mdx')).toContain('order: 7\n');
});

test('Hugo and Starlight: base paths, permalinks and slugs', async () => {
  const hugo = await importFiles({
    'hugo.toml': 'baseURL = "https://old.example/site/"\n[permalinks]\nposts = "/:year/:slug/"\n',
    'content/posts/rain.md': '---\ntitle: Big Rain\ndate: 2024-05-06\n---\n\nText.\n',
    'content/About Us.md': page('aliases: [/us, old/us]'),
    'content/x.md': page('url: /whole/x.html'),
    'content/docs/posts.md': page('slug: other', 'See [us](/about-us/) and [again](/site/about-us/).'),
  });
  const starlight = await importFiles({
    'astro.config.mjs': "export default { site: 'https://old.example', base: '/s' };",
    'src/content/docs/a/b.md': page('slug: c/d'),
    'src/content/docs/A b.md': page(),
  });

  expect([...hugo.redirects.keys()].toSorted().join(' ')).toBe(
    '/site/2024/big-rain /site/about-us /site/docs/other /site/old/us /site/us /site/whole/x',
  );
  expect(hugo.read('handbook/docs/posts.mdx')).toContain(
    '[us](/handbook/about-us) and [again](/handbook/about-us)',
  );
  expect([...starlight.redirects.keys()].toSorted()).toEqual(['/s/a-b', '/s/c/d']);
});

test('Hugo: files of languages have the addresses of their language, and those that are switched off are left out', async () => {
  const { redirects, report } = await importFiles({
    'hugo.yaml':
      'baseURL: https://old.example/\nlanguages: { en: {}, de: {}, fr: { disabled: true } }\ndisableLanguages: [es]',
    'content/a.md': page('', '[b]({{< relref path="x/b.md" >}})'),
    'content/a.de.md': page(),
    'content/a.fr.md': page(),
    'content/x/b.md': page(),
    'content/x/b.de.md': page(),
    'content/y/index.de.md': page(),
    'content/v1.2.md': page(),
  });

  expect([...redirects].toSorted()).toEqual([
    ['/a', '/handbook/a'],
    ['/de/a', '/handbook/de/a'],
    ['/de/x/b', '/handbook/de/x/b'],
    ['/de/y', '/handbook/de/y'],
    ['/v1.2', '/handbook/v1-2'],
    ['/x/b', '/handbook/x/b'],
  ]);
  expect(report).toContain('`content/a.fr.md`: is of a language that the settings switch off');
});

test.each([
  [{ 'mkdocs.yml': 'site_url: https://old.example/s/' }, 'docs'],
  [{ 'docs/.vitepress/config.mts': 'export default { base: "/s/" }' }, 'docs'],
  [{ 'eleventy.config.js': 'export default { dir: { input: "text" }, pathPrefix: "/s" }' }, 'text'],
])('the folder of texts is no part of the addresses: %j', async (settings, folder) => {
  const { redirects, read, report } = await importFiles({
    ...settings,
    [`${folder}/x/a.md`]: page('', '[b](/x/b.html) [b](b.md)'),
    [`${folder}/x/b.md`]: page(),
    'README.md': page(),
  });

  expect([...redirects.keys()]).toEqual(['/s/x/a', '/s/x/b']);
  expect(read('handbook/x/a.mdx')).toContain('[b](/handbook/x/b) [b](/handbook/x/b)');
  expect(report).toContain('`README.md`: is outside the folders that are read');
});

test('Docusaurus: the version in the settings is read, and patterns with several endings leave files out', async () => {
  const { redirects } = await importFiles({
    'docusaurus.config.js': `export default { presets: [['classic', { docs: { lastVersion: '1.0', exclude: ['**/plan.{md,mdx}'] } }]] };`,
    'versions.json': '["2.0-beta", "1.0"]',
    'versioned_docs/version-2.0-beta/a.md': page(),
    'versioned_docs/version-1.0/b.md': page(),
    'versioned_docs/version-1.0/x/plan.mdx': page(),
  });

  expect([...redirects.keys()]).toEqual(['/docs/b']);
});

const settingsOf = {
  mkdocs: {
    'mkdocs.yml': `site_url: https://old.example/m/
plugins:
  - search
  - redirects:
      redirect_maps:
        'old/tide.md': tides.md#ebb
        'older/index.md': tides.md
        'gone.md': https://elsewhere.example/
`,
    'docs/tides.md': page(),
  },
  docusaurus: {
    'docusaurus.config.js': `export default { url: 'https://old.example', baseUrl: '/m/', plugins: [
      ['@docusaurus/plugin-client-redirects', { redirects: [
        { to: '/docs/tides', from: ['/old/tide', '/older'] }, { from: '/gone', to: '/elsewhere' } ] }]] };`,
    'docs/tides.md': page(),
  },
  starlight: {
    'astro.config.mjs': `export default defineConfig({ site: 'https://old.example', base: '/m', redirects: {
      '/old/tide': '/tides/', '/older': { status: 302, destination: '/m/tides' }, "/gone": '/elsewhere' } });`,
    'src/content/docs/tides.md': page(),
  },
};

test.each(Object.entries(settingsOf))('redirects in the settings: %s', async (_, files) => {
  const { redirects, report } = await importFiles(files);

  const old = [...redirects].filter(([from]) => /old|gone/.test(from));
  expect(old).toEqual([
    ['/m/old/tide', '/handbook/tides'],
    ['/m/older', '/handbook/tides'],
  ]);
  expect(report).toMatch(
    /the redirect from `\/?gone(?:\.md)?` to `[^`]*elsewhere[^`]*`, which is no page here/,
  );
});
