import { expect, test } from 'vitest';
import { importFiles, importReported } from '#test/import-markdown-files.ts';

const page = (fields: string) => `---\ntitle: Tides\n${fields}\n---\n\nThe tide goes out twice a day.\n`;

test('Jekyll: excluded files and folders that are no collection are left out, and the report names them', async () => {
  const { files, report } = await importReported('import-jekyll-unpublished');

  expect(files).toEqual(['handbook/about.mdx']);
  expect(report).toContain('`README.md`: is excluded in _config.yml');
  expect(report).toContain('`_notes/secret.md`: is in _notes, which is no collection of _config.yml');
  expect(report).not.toContain('vault item 7');
});

test.each([
  'draft: true',
  'Draft: true',
  'DRAFT: yes',
  'draft: "yes"',
  'draft: on',
  'draft: 1',
  'draft: perhaps',
  'draft: [true]',
  'is_draft: true',
  'published: false',
  'Published: no',
  'published: "false"',
  'published: later',
  'publish: off',
  'public: false',
  'private: true',
  'unlisted: true',
  'headless: true',
  'status: draft',
  'state: pending review',
  'visibility: private',
  'password: let-me-in',
  'permalink: false',
  'build: { render: never }',
  '_build: { render: "false" }',
  'robots: noindex',
])('%j makes a draft', async (fields) => {
  const { public: addresses, files, report } = await importFiles({ 'tides.md': page(fields) });

  expect(files).toEqual(['handbook/tides.mdx']);
  expect(addresses).toEqual([]);
  expect(report).not.toContain('let-me-in');
});

test.each([
  'draft: false',
  'Draft: "no"',
  'draft: off',
  'draft:',
  'published: true',
  'published: yes',
  'published: 2024-05-06',
  'status: published',
  'private: false',
  'build: { list: never }',
  'robots: index, nofollow',
])('%j leaves a page public', async (fields) => {
  const { public: addresses } = await importFiles({ 'tides.md': page(fields) });

  expect(addresses).toEqual(['/handbook/tides']);
});

test.each([
  ['YAML', '---\ntitle: "Tides\ndraft: true\n---\n\nWords.\n'],
  ['YAML without an end', '---\ntitle: Tides\ndraft: true\n\nWords.\n'],
  ['TOML', '+++\ntitle = Tides\ndraft = true\n+++\n\nWords.\n'],
  ['JSON', '{\n  "title": "Tides"\n  "draft": true\n}\n\nWords.\n'],
  ['JSON without an end', '{ "title": "Tides", "draft": true\n\nWords.\n'],
])('a page with fields in %s that cannot be read is a draft with its text', async (_, text) => {
  const { public: addresses, read, report } = await importFiles({ 'tides.md': text });

  expect(addresses).toEqual([]);
  expect(read('handbook/tides.mdx')).toContain('Words.');
  expect(report).toContain('is a draft: its fields cannot be read');
});

test('drafts in TOML and JSON', async () => {
  const { public: addresses } = await importFiles({
    'hugo.toml': '',
    'content/a.md': '+++\ntitle = "A"\nDraft = true\n+++\n\nWords.\n',
    'content/b.md': '{\n  "title": "B",\n  "draft": true\n}\n\nWords.\n',
    'content/c.md': '{\n  "title": "C"\n}\n\nWords.\n',
  });

  expect(addresses).toEqual(['/handbook/c']);
});

test('Jekyll: what the settings, the folder or the name keep from readers is not public', async () => {
  const { public: addresses, report } = await importFiles({
    '_config.yml': [
      'exclude: [internal, "*.txt.md", /old/]',
      'include: [_kept]',
      'collections:',
      '  team: { output: true }',
      '  minutes:',
      'defaults:',
      '  - scope: { path: plans }',
      '    values: { published: false }',
    ].join('\n'),
    'about.md': page(''),
    'plain.md': 'No fields.\n',
    'internal/keys.md': page(''),
    'old/a/b.md': page(''),
    'x.txt.md': page(''),
    '_hidden.md': page(''),
    '_kept/rules.md': page(''),
    '_team/ada.md': page(''),
    '_minutes/may.md': page(''),
    '_includes/part.md': page(''),
    'plans/next.md': page(''),
    '_drafts/idea.md': page(''),
    'news/_drafts/other.md': page(''),
    '_posts/no-date.md': page(''),
    '_posts/2024-05-06-tide.md': page(''),
    '_posts/2031-05-06-later.md': page(''),
  });

  expect(addresses).toEqual(['/handbook/about', '/handbook/kept/rules', '/handbook/team/ada', '/news/tide']);
  for (const name of ['plain.md', 'internal/keys.md', 'old/a/b.md', '_hidden.md', '_minutes/may.md'])
    expect(report).toContain(`\`${name}\`: `);
});

test('Jekyll: settings that cannot be read make all pages drafts', async () => {
  const { public: addresses, report } = await importFiles({
    '_config.yml': 'exclude: [a.md\nurl: "x',
    'a.md': page(''),
  });

  expect(addresses).toEqual([]);
  expect(report).toContain('_config.yml cannot be read, so all pages are drafts');
});

test('Hugo: parts of a page, ignored files and pages with a later date are not public', async () => {
  const { public: addresses, report } = await importFiles({
    'hugo.yaml': 'ignoreFiles: ["\\\\.private\\\\.md$"]\n',
    'content/boats/index.md': page(''),
    'content/boats/notes.md': page(''),
    'content/boats/more/index.md': page(''),
    'content/tides/_index.md': page(''),
    'content/tides/spring.md': page(''),
    'content/keys.private.md': page(''),
    'content/later.md': page('date: 2031-05-06'),
    'README.md': 'Not for readers.\n',
  });

  expect(addresses).toEqual(['/handbook/boats', '/handbook/tides', '/handbook/tides/spring']);
  expect(report).toContain('is a draft: it belongs to the page content/boats/index.md, and has no address');
  expect(report).toContain('`README.md`: is outside the folders that are read: content');
});

test('Docusaurus: excluded files, parts and a blog that is switched off are not public', async () => {
  const { public: addresses, report } = await importFiles({
    'docusaurus.config.ts':
      "// blog: { path: 'x' }\nexport default { presets: [['classic', { docs: { exclude: ['**/secret/**'] }, blog: false }]] };",
    'docs/a.md': page(''),
    'docs/secret/b.md': page(''),
    'docs/_parts/c.md': page(''),
    'blog/2024-05-06-tide.md': page(''),
  });

  expect(addresses).toEqual(['/handbook/a']);
  for (const name of ['docs/secret/b.md', 'docs/_parts/c.md', 'blog/2024-05-06-tide.md'])
    expect(report).toContain(`\`${name}\``);
});

test('Hugo: a cascade of the settings or of a folder makes drafts', async () => {
  const { public: addresses } = await importFiles({
    'hugo.yaml': 'cascade:\n  - _target: { path: /x/** }\n    type: doc\n',
    'content/a.md': page(''),
    'content/plans/_index.md': page('cascade:\n  draft: true\n'),
    'content/plans/deep/b.md': page(''),
    'content/plans/c.md': page('draft: false'),
  });

  expect(addresses).toEqual(['/handbook/a', '/handbook/plans/c']);
});

test.each([
  ['{ path: /plans/old-* }', ['/handbook', '/handbook/plans', '/handbook/plans/new']],
  ['{ path: "{/plans/**}", kind: page }', ['/handbook', '/handbook/plans']],
  ['{ kind: section }', ['/handbook', '/handbook/plans/new', '/handbook/plans/old-1']],
  [
    '{ environment: staging }',
    ['/handbook', '/handbook/plans', '/handbook/plans/new', '/handbook/plans/old-1'],
  ],
])('Hugo: a cascade for %s is for no other page', async (target, addresses) => {
  const { public: shown } = await importFiles({
    'hugo.yaml': `cascade:\n  - target: ${target}\n    draft: true\n`,
    'content/_index.md': page(''),
    'content/plans/_index.md': page(''),
    'content/plans/New.md': page(''),
    'content/plans/Old-1.md': page(''),
  });

  expect(shown).toEqual(addresses);
});

test('a folder of an unknown system: paths of parts and drafts make drafts', async () => {
  const { public: addresses } = await importFiles({
    'a.md': page(''),
    '_index.md': page(''),
    '_parts/b.md': page(''),
    'Drafts/c.md': page(''),
    'x/_d.md': page(''),
  });

  expect(addresses).toEqual(['/handbook', '/handbook/a']);
});

test('folders of an unknown system: comments, parts under a condition and folders without pages are not public', async () => {
  const {
    read,
    public: shown,
    result,
  } = await importFiles({
    'a.md':
      '---\naliases: [Care of ropes, LINBIT/csync2, /old]\n---\n\nOne.\n\n%% secret 1 %%\n\n{# secret 2 #}\n\n100%% sure, 50%% not.\n',
    'b.md': '# B\n\n{% if internal %}Only staff see this.{% endif %}\n',
    'secret/secret.json': '{"permalink": false}',
    'own.json': '{"draft": true}',
    'own.md': '# Own\n',
    'torn/torn.json': '{',
    'torn/c.md': '# C\n',
    'secret/team.md': '# Salaries\n\nAda earns 5.\n',
  });

  expect(read('handbook/a.mdx')).not.toContain('secret');
  expect(read('handbook/a.mdx')).toContain('100%% sure, 50%% not.');
  expect(result.pages[0]).toMatchObject({ missing: [], aliases: ['/a', '/old'], unanswered: [] });
  expect(shown).toEqual(['/handbook/a']);
});
