import fc from 'fast-check';

/** Characters and short texts with a special meaning in Markdown or HTML. */
const signs = [
  ...' *_`~[]()<>#+-.!|\\&:;/@=^"\'{}$,?',
  '\u00a0',
  '\u00ad',
  'é',
  '中',
  '🌱',
  '—',
  ...[
    'a',
    'B',
    '1',
    '12.',
    '---',
    '***',
    '- ',
    '# ',
    '> ',
    '| -',
    '[x] ',
    '&amp;',
    '&#35;',
    '<b>',
    '</p>',
    '<!--',
  ],
  ...[
    'https://x.example/_a_',
    'www.x.example/*',
    'a_b@x.example',
    '![a](b)',
    '[^1]',
    '~~',
    '``',
    '\\|',
    ':--',
  ],
];

export const anyText = fc
  .array(fc.constantFrom(...signs), { minLength: 1, maxLength: 14 })
  .map((parts) => parts.join(''));

export function escapeText(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
