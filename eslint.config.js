import astro from 'eslint-plugin-astro';
import tseslint from 'typescript-eslint';
import lectern from './scripts/lint-rules.js';

// Only rules about templates of .astro files, which Oxlint does not read. All others are in oxlint.config.ts.
export default tseslint.config(
  { ignores: ['**/*', '!src/', '!src/**/', '!**/*.astro'] },
  ...tseslint.configs.strict,
  ...astro.configs.recommended,
  {
    plugins: { lectern },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'lectern/settings': 'error',
      'lectern/normalize': 'error',
      'lectern/error-texts': 'error',
    },
  },
  {
    // Staff pages contain their texts themselves.
    files: ['src/components/**/*.astro', 'src/layouts/**/*.astro'],
    ignores: ['src/components/staff/**', 'src/layouts/Staff.astro'],
    rules: { 'lectern/literal-text': 'error' },
  },
);
