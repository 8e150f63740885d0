import { defineConfig, type OxlintOverride } from 'oxlint';

/** Modules that components may import besides types, by folder: the code that they render or run in the browser. */
const shownBy: Readonly<Record<string, string>> = {
  courses: '#lib/finder/',
  editor: '#lib/editing/|#lib/importing/|#lib/publishing/twin/',
  'staff/desk': '#lib/editing/',
  forms: '#lib/forms/',
  'web-mcp': '#lib/forms/',
  mdx: '#lib/discovery/|#app/content-view/',
};

type Restriction = { not: string; because: string; except?: string[]; types?: boolean };

/** Restricts the imports of files, but not of tests. OWN in `not` is the file's folder in src/lib. */
const imports = (
  files: string[],
  { not, because, except = [], types = false }: Restriction,
): OxlintOverride => ({
  files,
  excludeFiles: ['**/*.test.ts', ...except],
  rules: { 'lectern/imports': ['error', { not, because, types }] },
});

/** @param shown regular expression for the start of module names that components may import */
const components = (files: string[], shown: string, except: string[] = []) =>
  imports(files, {
    not: `^(?!${shown})(#lib/(?!content/|i18n/)|#app/|#command/|#astro/)`,
    because: 'Pass data in as props.',
    types: true,
    except,
  });

// ESLint has the rules about templates of .astro files, which Oxlint does not read, and Astro checks their types.
export default defineConfig({
  plugins: ['typescript'],
  jsPlugins: ['./scripts/lint-rules.js', { name: 'regexp', specifier: 'eslint-plugin-regexp' }],
  categories: { correctness: 'off' },
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['test/data/**'],
  rules: {
    'no-array-constructor': 'error',
    'no-empty': 'error',
    'no-unused-expressions': 'error',
    'no-unused-vars': 'error',
    'no-useless-constructor': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/no-duplicate-enum-values': 'error',
    'typescript/no-dynamic-delete': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-extra-non-null-assertion': 'error',
    'typescript/no-extraneous-class': 'error',
    'typescript/no-invalid-void-type': 'error',
    'typescript/no-misused-new': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-asserted-nullish-coalescing': 'error',
    'typescript/no-non-null-asserted-optional-chain': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-this-alias': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-declaration-merging': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/no-wrapper-object-types': 'error',
    'typescript/prefer-as-const': 'error',
    'typescript/prefer-literal-enum-member': 'error',
    'typescript/prefer-namespace-keyword': 'error',
    'typescript/triple-slash-reference': 'error',
    'typescript/unified-signatures': 'error',
    'lectern/climbing': 'error',
    'lectern/settings': 'error',
    'lectern/normalize': 'error',
    'lectern/using': 'error',
    'lectern/error-texts': 'error',
  },
  overrides: [
    {
      // These need types.
      files: ['**/*.ts'],
      rules: {
        'typescript/await-thenable': 'error',
        'typescript/no-array-delete': 'error',
        'typescript/no-base-to-string': 'error',
        'typescript/no-confusing-void-expression': [
          'error',
          {
            ignoreArrowShorthand: true,
            ignoreVoidReturningFunctions: true,
          },
        ],
        'typescript/no-deprecated': 'error',
        'typescript/no-duplicate-type-constituents': 'error',
        'typescript/no-floating-promises': 'error',
        'typescript/no-for-in-array': 'error',
        'typescript/no-generated-empty-object-type': 'error',
        'typescript/no-implied-eval': 'error',
        'typescript/no-meaningless-void-operator': 'error',
        'typescript/no-misused-promises': 'error',
        'typescript/no-mixed-enums': 'error',
        'typescript/no-redundant-type-constituents': 'error',
        'typescript/no-unnecessary-boolean-literal-compare': 'error',
        'typescript/no-unnecessary-condition': 'error',
        'typescript/no-unnecessary-template-expression': 'error',
        'typescript/no-unnecessary-type-arguments': 'error',
        'typescript/no-unnecessary-type-assertion': 'error',
        'typescript/no-unnecessary-type-conversion': 'error',
        'typescript/no-unnecessary-type-parameters': 'error',
        'typescript/no-unsafe-argument': 'error',
        'typescript/no-unsafe-assignment': 'error',
        'typescript/no-unsafe-call': 'error',
        'typescript/no-unsafe-enum-comparison': 'error',
        'typescript/no-unsafe-member-access': 'error',
        'typescript/no-unsafe-return': 'error',
        'typescript/no-unsafe-unary-minus': 'error',
        'typescript/no-useless-default-assignment': 'error',
        'typescript/only-throw-error': 'error',
        'typescript/prefer-promise-reject-errors': 'error',
        'typescript/prefer-reduce-type-parameter': 'error',
        'typescript/prefer-return-this-type': 'error',
        'typescript/related-getter-setter-pairs': 'error',
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        'typescript/restrict-template-expressions': [
          'error',
          {
            allowNumber: true,
          },
        ],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
        'typescript/unbound-method': 'error',
        'typescript/use-unknown-in-catch-callback-variable': 'error',
      },
    },
    {
      files: ['src/**/*.ts'],
      excludeFiles: ['**/*.test.ts', 'src/app/env.ts', 'src/command/**'],
      rules: { 'lectern/facts-while-loading': 'error' },
    },
    {
      // Use the logger, which removes personal data and secrets.
      files: ['src/lib/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
      rules: { 'no-console': 'error' },
    },
    {
      files: ['{scripts,test,bench}/**', '**/*.test.ts', '**/*.mjs', '*.config.*'],
      rules: { 'lectern/climbing': 'off' },
    },
    {
      files: [
        'src/app/env.ts',
        'src/command/**',
        '{scripts,test,bench}/**',
        '**/*.test.ts',
        '**/*.mjs',
        '*.config.*',
      ],
      rules: {
        'lectern/settings': 'off',
        'lectern/normalize': 'off',
        'lectern/using': 'off',
        'lectern/error-texts': 'off',
      },
    },
    {
      files: ['**/*.test.ts', 'test/**'],
      rules: {
        'typescript/no-non-null-assertion': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-member-access': 'off',
      },
    },
    {
      files: ['{src,scripts,bench}/**/*.test.ts', 'test/http/**'],
      rules: { 'lectern/short-waits': 'error' },
    },
    { files: ['test/{browser,full/browser}/**'], rules: { 'lectern/read-once': 'error' } },
    {
      // No regular expressions with super-linear backtracking. normalise.ts reads at most 500 characters, which is tested.
      files: ['src/**/*.{ts,astro}', 'scripts/**/*.{ts,mjs}'],
      excludeFiles: ['**/*.test.ts', 'src/lib/insights/normalise.ts'],
      rules: { 'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }] },
    },
    imports(['src/lib/*/**/*.ts'], {
      not: '^(#lib/(?!base/|build-format/|http/|content/|i18n/|OWN/)|#lib/content/current-institute|#app|#command|#astro|#components|#layouts|astro:)',
      because:
        'A capability imports its own folder, #lib/base, #lib/build-format, #lib/http, #lib/content and #lib/i18n, and types from others. Pass the rest in as arguments.',
      types: true,
      except: ['src/lib/i18n/**'],
    }),
    imports(['src/lib/base/**/*.ts'], {
      not: '^#',
      because: 'lib/base imports its own folder and Node alone.',
    }),
    imports(['src/lib/build-format/**/*.ts'], {
      not: '^#(?!lib/content/)',
      because: 'lib/build-format imports its own folder, #lib/content and packages.',
    }),
    imports(['src/lib/http/**/*.ts'], {
      not: '^(#lib/(?!base/|http/|i18n/)|#app|#command|#astro|#components|#layouts|astro:)',
      because: 'lib/http imports its own folder, #lib/base, #lib/i18n and packages.',
      types: true,
    }),
    imports(['src/lib/content/**/*.ts'], {
      not: '^(#lib/(?!base/|content/|i18n/)|#app|#command|#astro|#components|#layouts|astro:)',
      because: 'lib/content imports its own folder, #lib/base, #lib/i18n and packages.',
      types: true,
    }),
    imports(['src/app/**/*.ts'], {
      not: '^(#command|#astro|#components|#layouts)',
      because: 'src/app wires capabilities together. It imports neither pages nor the build.',
    }),
    ...Object.entries(shownBy).map(([folder, shown]) =>
      components([`src/components/${folder}/**/*.{astro,ts}`], shown),
    ),
    components(
      ['src/components/**/*.{astro,ts}'],
      '#lib/landscape/',
      Object.keys(shownBy).map((folder) => `src/components/${folder}/**`),
    ),
    components(['src/layouts/**/*.astro'], '#lib/discovery/|#app/content-view/'),
  ],
});
