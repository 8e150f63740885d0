const words = (text: string) => text.trim().split(/\s+/);

/** Elements that drawings may have: none that run code, animate, link, load files or contain another language. */
export const drawingElements: ReadonlySet<string> = new Set(
  words(`svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath
    linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix feComponentTransfer
    feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
    feOffset`),
);

/** Properties, as attributes and in `style`. Without `marker-mid`, which repeats a marker at every point of a line. */
const properties = new Set(
  words(`alignment-baseline baseline-shift clip-path clip-rule color color-interpolation
    color-interpolation-filters direction display dominant-baseline fill fill-opacity fill-rule filter flood-color
    flood-opacity font-family font-size font-size-adjust font-stretch font-style font-variant font-weight isolation
    letter-spacing marker-end marker-start mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering
    stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
    stroke-opacity stroke-width text-anchor text-decoration text-rendering transform transform-origin unicode-bidi
    vector-effect visibility word-spacing writing-mode`),
);

/** Attributes without a namespace. */
const attributes = new Set(
  words(`amplitude clipPathUnits cx cy d dx dy edgeMode exponent fr fx fy gradientTransform gradientUnits height href
    id in in2 intercept k1 k2 k3 k4 lang lengthAdjust markerHeight markerUnits markerWidth maskContentUnits maskUnits
    method mode offset operator orient pathLength patternContentUnits patternTransform patternUnits points
    preserveAspectRatio primitiveUnits r radius refX refY result rotate rx ry side slope spacing spreadMethod
    startOffset stdDeviation style tableValues textLength type values version viewBox width x x1 x2 y y1 y2`),
);

const functions = new Set(
  words(`rgb rgba hsl hsla hwb lab lch oklab oklch color matrix translate translateX translateY scale scaleX scaleY
    rotate skewX skewY`),
);

/** Maximum length of a property or of `style`, which do not contain paths or lists of points. */
const maxPropertyLength = 10_000;

const fragment = /url\(\s*(["']?)#([^\s"'()\\]+)\1\s*\)/g;

/** Whether drawings may have an attribute. @param name without its namespace prefix */
export function isDrawingAttribute(name: string): boolean {
  return attributes.has(name) || properties.has(name);
}

/**
 * The sanitised value of an attribute; undefined if the value is too long or could refer to something outside the
 * drawing. Browsers parse CSS only in properties and in `style`.
 */
export function plainAttribute(name: string, value: string): string | undefined {
  if (value.length > maxPropertyLength && (name === 'style' || properties.has(name))) return undefined;
  if (name === 'style') return plainStyle(value);
  const isPlain = name === 'href' ? /^\s*#\S+\s*$/.test(value) : !properties.has(name) || isPlainValue(value);
  return isPlain ? value.trim() : undefined;
}

/** Whether a value has only numbers, words, known functions and references to the drawing itself. */
function isPlainValue(value: string): boolean {
  const others = value.replaceAll(fragment, ' ').replaceAll(/"[^"\\<>]*"|'[^'\\<>]*'/g, ' ');
  if (/["'\\<>@{};]|\/\*/.test(others)) return false;
  if (!others.includes('(')) return true;
  const tokens = others.match(/[(),]|[^\s(),]+/g) ?? [];
  return tokens.every((token, at) => token !== '(' || functions.has(tokens[at - 1] ?? ''));
}

/** The ids that a value refers to with `url(#id)`. */
export function referencesIn(value: string): string[] {
  return [...value.matchAll(fragment)].map(([, , id = '']) => id);
}

/** The known declarations of a `style` attribute; undefined if a known one has a value that is not plain. */
function plainStyle(style: string): string | undefined {
  const declarations = style.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    return properties.has(property) ? [{ property, value: declaration.slice(colon + 1).trim() }] : [];
  });
  if (!declarations.every(({ value }) => isPlainValue(value))) return undefined;
  return declarations.map(({ property, value }) => `${property}:${value}`).join(';');
}
