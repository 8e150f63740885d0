import astro from 'eslint-plugin-astro';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Restricts the imports of files. With `types: true`, type imports stay allowed. */
function restrictImports(files, { not, because, ignores = [], types = false }) {
  return {
    files,
    ignores,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [climbing, { regex: not, message: because, allowTypeImports: types }] },
      ],
    },
  };
}

/** @param shown regular expression for the start of module names that components may import */
function restrictComponents(files, { shown, ignores = [] }) {
  return restrictImports(files, {
    not: `^(?!${shown})(#lib/(?!content/|i18n/)|#app/|#astro/)`,
    because: 'Pass data in as props.',
    types: true,
    ignores: ['**/*.test.ts', ...ignores],
  });
}

/** Imports use `#lib/...` across folders, and `./` within a folder. */
const climbing = {
  regex: '^\\.\\./',
  message: 'Import across folders by alias: #lib/..., #app/..., #components/...',
};

const restrictedSyntax = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Only src/app/env.ts reads settings.',
  },
  {
    selector: "CallExpression[callee.property.name='normalize']",
    message: 'Use normalizeText of src/lib/http/client-text.ts: normalize takes quadratic time over marks.',
  },
  {
    selector: 'VariableDeclaration[kind=/using/]',
    message: 'Close it in `finally`: Node 22 cannot read `using`.',
  },
  {
    selector:
      "NewExpression[callee.name='ApiError'] Property[key.name=/^(message|resolution)$/] > :matches(Literal[value=/[a-z]{2}/i], TemplateLiteral:has(> TemplateElement[value.raw=/[a-z]{2}/i]))",
    message: 'Put the error text into src/lib/i18n/en/.',
  },
];

/** While a module loads, the institute to render or serve is not yet known. */
const factsWhileLoading = {
  selector:
    'CallExpression[callee.name=/^(institute|siteUrl|terms|today|now|format[A-Z].*)$/]:not(:function *)',
  message: 'Call this in a function: a module loads once, but is used for every state of the institute.',
};

/** A page is not yet what its scripts make of it when a test reads it once. */
const readOnce = {
  selector:
    "CallExpression[callee.name='expect'] > AwaitExpression > CallExpression[callee.property.name=/^(count|textContent|innerText|innerHTML|inputValue|getAttribute|allInnerTexts|allTextContents|is[A-Z][a-z]+)$/]",
  message:
    'Let Playwright wait: await expect(locator).toHaveText(...), toHaveCount(...), toBeVisible() and so on.',
};

/** `vi.waitFor` and `vi.waitUntil` give up after a second, which a busy machine needs for less. */
const shortWaits = {
  selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^wait(For|Until)$/]",
  message: 'Use expect.poll, which waits nearly as long as the test may take.',
};

/** Text for visitors: between tags, and in attributes that screen readers announce. */
const literalText = [
  'JSXText[value=/[A-Za-z]/]',
  'JSXAttribute[name.name=/^(aria-label|title|alt|placeholder)$/] > Literal[value=/[A-Za-z]/]',
].map((selector) => ({ selector, message: 'Put interface texts into src/lib/i18n/en/.' }));

const capabilities = [
  'publishing',
  'delivery',
  'theme',
  'landscape',
  'search',
  'finder',
  'forms',
  'store',
  'mail',
  'challenge',
  'insights',
  'chat',
  'mcp',
  'auth',
  'staff',
  'editing',
  'repository',
  'discovery',
  'exporting',
  'importing',
  'log',
  'metrics',
  'retrieval',
  'backup',
];

/** Modules that components may import besides types, by folder: the code that they render or run in the browser. */
const shownBy = {
  courses: '#lib/finder/',
  editor: '#lib/editing/|#lib/importing/|#lib/publishing/twin/',
  'staff/desk': '#lib/editing/',
  forms: '#lib/forms/',
  'web-mcp': '#lib/forms/',
  mdx: '#lib/discovery/|#app/content-view/',
};

// Rules that need types are in .oxlintrc.json.
export default tseslint.config(
  {
    ignores: [
      'dist/',
      'dist.builds/',
      '**/.astro/',
      '.cache/',
      'node_modules/',
      'test-results/',
      'playwright-report/',
      'data/',
      'dist-static/',
      'releases/',
    ],
  },
  ...tseslint.configs.strict,
  ...astro.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-restricted-syntax': ['error', ...restrictedSyntax],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.test.ts', 'src/app/env.ts'],
    rules: { 'no-restricted-syntax': ['error', ...restrictedSyntax, factsWhileLoading] },
  },
  {
    // Use the logger, which removes personal data and secrets.
    files: ['src/lib/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['src/app/env.ts', 'scripts/**', 'test/**', 'bench/**', '**/*.test.ts', '**/*.mjs', '*.config.*'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['{src,scripts,bench}/**/*.test.ts', 'test/http/**'],
    rules: { 'no-restricted-syntax': ['error', shortWaits] },
  },
  {
    files: ['test/browser/**', 'test/full/browser/**'],
    rules: { 'no-restricted-syntax': ['error', readOnce] },
  },
  {
    files: ['**/*.test.ts', 'test/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Staff pages contain their texts themselves.
    files: ['src/components/**/*.astro', 'src/layouts/**/*.astro'],
    ignores: ['src/components/staff/**', 'src/layouts/Staff.astro'],
    rules: { 'no-restricted-syntax': ['error', ...restrictedSyntax, ...literalText] },
  },
  {
    // No regular expressions with super-linear backtracking. normalise.ts reads at most 500 characters, which is tested.
    files: ['src/**/*.{ts,astro}', 'scripts/**/*.{ts,mjs}'],
    ignores: ['**/*.test.ts', 'src/lib/insights/normalise.ts'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }] },
  },
  {
    files: ['src/**/*.{ts,astro}', 'src/**/*.astro/*.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [climbing] }] },
  },
  ...capabilities.map((name) =>
    restrictImports([`src/lib/${name}/**/*.ts`], {
      not: `^(#lib/(?!http/|content/|i18n/|${name}/)|#lib/content/current-institute|#app|#astro|#components|#layouts|astro:)`,
      because:
        'A capability imports its own folder, #lib/http, #lib/content and #lib/i18n, and types from others. Pass the rest in as arguments.',
      ignores: ['**/*.test.ts'],
      types: true,
    }),
  ),
  restrictImports(['src/lib/http/**/*.ts'], {
    not: '^(#lib/(?!http/|i18n/)|#app|#astro|#components|#layouts|astro:)',
    because: 'lib/http imports its own folder, #lib/i18n and packages.',
    ignores: ['**/*.test.ts'],
    types: true,
  }),
  restrictImports(['src/lib/content/**/*.ts'], {
    not: '^(#lib/(?!content/|i18n/)|#app|#astro|#components|#layouts|astro:)',
    because: 'lib/content imports its own folder, #lib/i18n and packages.',
    ignores: ['**/*.test.ts'],
    types: true,
  }),
  restrictImports(['src/app/**/*.ts'], {
    not: '^(#astro|#components|#layouts)',
    because: 'src/app wires capabilities together. It imports neither pages nor the build.',
    ignores: ['**/*.test.ts'],
  }),
  ...Object.entries(shownBy).map(([folder, shown]) =>
    restrictComponents([`src/components/${folder}/**/*.{astro,ts}`], { shown }),
  ),
  restrictComponents(['src/components/**/*.{astro,ts}'], {
    shown: '#lib/landscape/',
    ignores: Object.keys(shownBy).map((folder) => `src/components/${folder}/**`),
  }),
  restrictComponents(['src/layouts/**/*.astro'], { shown: '#lib/discovery/|#app/content-view/' }),
);
