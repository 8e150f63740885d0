/**
 * Our own lint rules, a plugin for Oxlint (TypeScript and JavaScript) and for ESLint (`.astro` files, whose templates Oxlint
 * cannot read).
 */

/** A rule that reports the code that a selector matches, such as `MemberExpression[property.name='env']`. */
const refuse = (selector, message) => ({
  create: (context) => ({ [selector]: (node) => context.report({ node, message }) }),
});

/** Text for visitors: between tags, and in attributes that screen readers announce. */
const literalText =
  ':matches(JSXText[value=/[A-Za-z]/], JSXAttribute[name.name=/^(aria-label|title|alt|placeholder)$/] > Literal[value=/[A-Za-z]/])';

/**
 * Refuses imports of modules whose names match `not`, in which OWN stands for the file's folder in src/lib. With `types`, type
 * imports stay allowed.
 */
const imports = {
  meta: { schema: [{ type: 'object' }] },
  create(context) {
    const [{ not, because, types }] = context.options;
    const own = /src\/lib\/([^/]+)/.exec(context.filename)?.[1] ?? '';
    const refused = new RegExp(not.replace('OWN', own));
    const isOfTypes = ({ importKind, exportKind, specifiers = [] }) =>
      [importKind, exportKind].includes('type') ||
      (specifiers.length > 0 &&
        specifiers.every((each) => [each.importKind, each.exportKind].includes('type')));
    return onImports((node) => {
      if (refused.test(node.source?.value) && !(types && isOfTypes(node)))
        context.report({ node: node.source, message: because });
    });
  },
};

const climbing = {
  create: (context) =>
    onImports(({ source }) => {
      if (source?.value?.startsWith('../'))
        context.report({
          node: source,
          message: 'Import across folders by alias: #lib/..., #app/..., #components/...',
        });
    }),
};

const onImports = (check) => ({
  ImportDeclaration: check,
  ExportNamedDeclaration: check,
  ExportAllDeclaration: check,
  ImportExpression: check,
});

export default {
  meta: { name: 'lectern' },
  rules: {
    imports,
    climbing,
    settings: refuse(
      "MemberExpression[object.name='process'][property.name='env']",
      'Only src/app/env.ts reads settings.',
    ),
    normalize: refuse(
      "CallExpression[callee.property.name='normalize']",
      'Use normalizeText of src/lib/http/client-text.ts: normalize takes quadratic time over marks.',
    ),
    using: refuse('VariableDeclaration[kind=/using/]', 'Close it in `finally`: Node 22 cannot read `using`.'),
    'error-texts': refuse(
      "NewExpression[callee.name='ApiError'] Property[key.name=/^(message|resolution)$/] > :matches(Literal[value=/[a-z]{2}/i], TemplateLiteral:has(> TemplateElement[value.raw=/[a-z]{2}/i]))",
      'Put the error text into src/lib/i18n/en/.',
    ),
    // While a module loads, the institute to render or serve is not yet known.
    'facts-while-loading': refuse(
      'CallExpression[callee.name=/^(institute|siteUrl|terms|today|now|format[A-Z].*)$/]:not(:function *)',
      'Call this in a function: a module loads once, but is used for every state of the institute.',
    ),
    // A page is not yet what its scripts make of it when a test reads it once.
    'read-once': refuse(
      "CallExpression[callee.name='expect'] > AwaitExpression > CallExpression[callee.property.name=/^(count|textContent|innerText|innerHTML|inputValue|getAttribute|allInnerTexts|allTextContents|is[A-Z][a-z]+)$/]",
      'Let Playwright wait: await expect(locator).toHaveText(...), toHaveCount(...), toBeVisible() and so on.',
    ),
    // Both give up after a second, which a busy machine needs for less.
    'short-waits': refuse(
      "CallExpression[callee.object.name='vi'][callee.property.name=/^wait(For|Until)$/]",
      'Use expect.poll, which waits nearly as long as the test may take.',
    ),
    'literal-text': refuse(literalText, 'Put interface texts into src/lib/i18n/en/.'),
  },
};
