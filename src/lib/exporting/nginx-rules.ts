import type { StaticRules } from './static-rules.ts';

/** Generates two files: maps for nginx’s `http` block, and rules for a `server` block. */
export function writeNginxRules(rules: StaticRules): { maps: string; server: string } {
  const names = [...new Set(rules.templates.flatMap((template) => template.map(([name]) => name)))];
  return { maps: writeMaps(rules, names), server: writeServer(rules, names) };
}

function writeMaps({ pages, keys, templates, moved }: StaticRules, names: readonly string[]): string {
  const perHeader = names.map((name) =>
    map('$lectern_template', headerVariable(name), [
      ...templates.flatMap((template, index) => {
        const value = template.find(([each]) => each === name)?.[1];
        return value === undefined ? [] : [[String(index), withVariables(value)] as const];
      }),
      ['default', ''],
    ]),
  );
  return [
    '# Written by npm run export. Include it once in nginx’s http block.',
    `map_hash_max_size ${2 ** Math.ceil(Math.log2(Math.max(4096, keys.size * 2)))};`,
    'map_hash_bucket_size 512;',
    ...acceptMaps(),
    map('$uri', '$lectern_page', [...pages.map((path) => [path, '1'] as const), ['default', '0']]),
    map('$lectern_page:$lectern_variant', '$lectern_key', [
      ['1:html', 'html:$uri'],
      ['1:markdown', 'markdown:$uri'],
      ['1:none', 'none'],
      ['default', '$uri'],
    ]),
    map('$lectern_key', '$lectern_template', [
      ...[...keys].map(([key, template]) => [key, String(template)] as const),
      ['default', '0'],
    ]),
    ...fileMaps(),
    ...redirectMaps(moved),
    ...perHeader,
    '',
  ].join('\n');
}

function fileMaps(): string[] {
  return [
    map('$lectern_key', '$lectern_file', [
      ['html:/', '/index.html'],
      ['markdown:/', '/index.md'],
      ['~^html:(.+)$', '$1.html'],
      ['~^markdown:(.+)$', '$1.md'],
      ['default', ''],
    ]),
    map('$lectern_key', '$lectern_path', [
      ['/index.md', '/'],
      ['~^(?:html|markdown):(.+)$', '$1'],
      ['~^(.+)[.]md$', '$1'],
      ['default', ''],
    ]),
    map('$lectern_path', '$lectern_twin', [
      ['/', '/index.md'],
      ['default', '$lectern_path.md'],
    ]),
    map('$lectern_variant', '$lectern_missing', [
      ['markdown', '/404.md'],
      ['default', '/404.html'],
    ]),
  ];
}

function redirectMaps(moved: StaticRules['moved']): string[] {
  return [
    map('$uri', '$lectern_moved', [
      ...[...moved].map(([from, to]) => [decodeURIComponent(from), to] as const),
      ['~^/(?:index)?(?:[.]html)?/?$', '/'],
      ['~^(/.+?)(?:/index)?(?:[.]html)?/*$', '$1'],
      ['default', '$uri'],
    ]),
    map('$uri', '$lectern_is_moved', [
      ...[...moved.keys()].map((from) => [decodeURIComponent(from), '1'] as const),
      ['/', '0'],
      ['~(?:/|/index|[.]html)$', '1'],
      ['default', '0'],
    ]),
  ];
}

function writeServer({ types }: StaticRules, names: readonly string[]): string {
  const byEnding = new Map([
    ['html', 'text/html; charset=utf-8'],
    ['md', 'text/markdown; charset=utf-8'],
  ]);
  const exceptions: string[] = [];
  for (const [path, type] of types) {
    const ending = /[^/]*[.]([a-z0-9]+)$/.exec(path)?.[1];
    if (ending !== undefined && !byEnding.has(ending)) byEnding.set(ending, type);
    else if (ending === undefined || byEnding.get(ending) !== type)
      exceptions.push(`location = ${quoted(path)} { types { } default_type ${quoted(type)}; }`);
  }
  return [
    '# Written by npm run export. Include it in the server block with `root` at the folder `site`.',
    ...names.map((name) => `add_header ${name} ${headerVariable(name)} always;`),
    'gzip_static on;',
    '# With the module ngx_brotli: brotli_static on;',
    'if ($lectern_is_moved) { return 308 $lectern_moved$is_args$args; }',
    "if ($lectern_key = 'none') { return 406 'This page is available as text/html and text/markdown.'; }",
    '# Headers are chosen before the address is rewritten to a file.',
    'set $lectern_chosen $lectern_template$lectern_path;',
    'if ($lectern_page) { rewrite ^ $lectern_file last; }',
    `types {\n${[...byEnding].map(([ending, type]) => `  ${quoted(type)} ${ending};`).join('\n')}\n}`,
    'default_type application/octet-stream;',
    'error_page 404 $lectern_missing;',
    'location = /404.html { internal; }',
    'location = /404.md { internal; }',
    'location / { try_files $uri =404; }',
    ...exceptions,
    '',
  ].join('\n');
}

type Entry = readonly [key: string, value: string];

function map(source: string, target: string, entries: readonly Entry[]): string {
  const lines = entries.map(([key, value]) => `  ${key === 'default' ? key : quoted(key)} ${quoted(value)};`);
  return `map ${quoted(source)} ${target} {\n${lines.join('\n')}\n}`;
}

function quoted(text: string): string {
  if (/[\n\r]/.test(text)) throw new Error(`nginx allows no line breaks: ${JSON.stringify(text)}`);
  return `"${text.replaceAll('"', '\\"')}"`;
}

function withVariables(value: string): string {
  if (value.includes('$')) throw new Error(`nginx allows no $ in headers: ${value}`);
  return value.replaceAll('{path}', '${lectern_path}').replaceAll('{twin}', '${lectern_twin}');
}

function headerVariable(name: string): string {
  return `$lectern_${name.toLowerCase().replaceAll('-', '_')}`;
}

/**
 * Negotiates the variant as in RFC 9110, with regular expressions: each quality becomes four digits, the most specific
 * range applies, and two qualities are compared by the first digit that differs.
 */
function acceptMaps(): string[] {
  const ranges = { markdown: 'text/markdown', html: 'text/html', text: 'text/[*]', any: '[*]/[*]' };
  const qualities = Object.entries(ranges).map(([name, range]) =>
    map('$http_accept', `$lectern_q_${name}`, qualityEntries(range)),
  );
  const ofVariant = (name: string) =>
    map(`$lectern_q_${name}|$lectern_q_text|$lectern_q_any`, `$lectern_quality_${name}`, [
      ['~^([0-9]{4})[|]', '$1'],
      ['~^[|]([0-9]{4})[|]', '$1'],
      ['~^[|][|]([0-9]{4})', '$1'],
      ['default', '0000'],
    ]);
  const larger = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((digit) => `${digit}[0-9]*[|]\\1[0-${digit - 1}]`).join('|');
  return [
    ...qualities,
    ofVariant('markdown'),
    ofVariant('html'),
    map('$http_accept', '$lectern_first', [
      ['~*^(?:(?!text/html).)*?(?:^|,)[ \t]*text/markdown[ \t]*(?:[;,]|$)', 'markdown'],
      ['default', 'html'],
    ]),
    map('$http_accept', '$lectern_asks', [
      ['~[^ \t,]', '1'],
      ['default', '0'],
    ]),
    map(
      '$lectern_asks|$lectern_quality_markdown|$lectern_quality_html|$lectern_first$lectern_q_markdown',
      '$lectern_variant',
      [
        ['~^0', 'html'],
        ['~^1[|]0000[|]0000', 'none'],
        [`~^1[|]([0-9]*)(?:${larger})`, 'markdown'],
        ['~^1[|]([0-9]{4})[|]\\1[|]markdown[0-9]', 'markdown'],
        ['default', 'html'],
      ],
    ),
  ];
}

function qualityEntries(range: string): Entry[] {
  const parameter = '(?:"[^"]*"|[^;,"])*';
  const start = `~*(?:^|,)[ \t]*${range}[ \t]*(?:;(?![ \t]*q[ \t]*=)${parameter})*`;
  const end = '[ \t]*(?:[;,]|$)';
  const withQuality = (quality: string) => `${start};[ \t]*q[ \t]*=[ \t]*${quality}${end}`;
  return [
    [withQuality('1(?:[.]0{0,3})?'), '1000'],
    [withQuality('0(?:[.])?'), '0000'],
    [withQuality('0[.](?<lectern_digits>[0-9])'), '0${lectern_digits}00'],
    [withQuality('0[.](?<lectern_digits>[0-9]{2})'), '0${lectern_digits}0'],
    [withQuality('0[.]([0-9]{3})'), '0$1'],
    [`${start}(?:,|$)`, '1000'],
    ['default', ''],
  ];
}
