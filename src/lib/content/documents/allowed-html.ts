/** Attributes that every tag may have. */
const everywhere = [
  'id',
  'title',
  'lang',
  'dir',
  'role',
  'aria-label',
  'aria-labelledby',
  'aria-describedby',
];

/** Attributes of table cells. Markdown aligns columns with `style`, HTML with `align`. */
const cell = ['align', 'style', 'colspan', 'rowspan', 'headers', 'scope', 'abbr'];

/** Tags that content may contain, each with its allowed attributes. Based on the allowlist of GitHub's sanitiser. */
const allowedTags: Readonly<Record<string, readonly string[]>> = {
  ...withoutAttributes(
    'abbr b bdi bdo br caption cite code dd del dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i',
  ),
  ...withoutAttributes('ins kbd mark p pre q rp rt ruby s samp section small span strong sub summary sup'),
  ...withoutAttributes('table tbody tfoot thead tr u ul var wbr'),
  a: ['href', 'name', 'hreflang', 'data-footnote-ref', 'data-footnote-backref'],
  blockquote: ['cite'],
  col: ['span'],
  colgroup: ['span'],
  details: ['open'],
  div: ['tabindex'],
  img: ['src', 'alt', 'width', 'height'],
  input: ['type', 'checked', 'disabled'],
  li: ['value'],
  ol: ['start', 'reversed', 'type'],
  section: ['data-footnotes'],
  td: cell,
  th: cell,
  time: ['datetime'],
};

/** Classes that the Markdown engine writes. All others are removed: content must not use the styles of the site. */
const allowedClass =
  /^(language-[\w-]+|table-scroll|contains-task-list|task-list-item|footnotes|sr-only|data-footnote-backref)$/;

const addresses: ReadonlySet<string> = new Set(['href', 'src', 'cite']);

const safeSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'webcal']);

const roles: ReadonlySet<string> = new Set(['group', 'note', 'img', 'presentation', 'none', 'region']);

/** Tags that have no content and no closing tag. */
export const voidTags: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img', 'input', 'wbr']);

/** Tags that are removed together with their content, because it is not text for readers. */
export const opaqueTags: ReadonlySet<string> = new Set(
  'script style template iframe object embed noscript noembed noframes svg math textarea title select xmp'.split(
    ' ',
  ),
);

export function isAllowedTag(name: string): boolean {
  return Object.hasOwn(allowedTags, name);
}

/** Whether a tag may have an attribute with any value. Expects both names in lower case. */
function isAllowedAttribute(tag: string, name: string): boolean {
  return name === 'class' || everywhere.includes(name) || (allowedTags[tag] ?? []).includes(name);
}

/** Returns the sanitised value, or undefined if the attribute must be removed. */
export function allowedValue(tag: string, name: string, value: string): string | undefined {
  if (!isAllowedAttribute(tag, name)) return undefined;
  if (name === 'class')
    return (
      value
        .split(/\s+/)
        .filter((each) => allowedClass.test(each))
        .join(' ') || undefined
    );
  if (name === 'role') return roles.has(value) ? value : undefined;
  if (name === 'style') return isAlignment(value) ? value : undefined;
  if (name === 'tabindex') return value === '0' ? value : undefined;
  // The only form field allowed is the check box of a task list.
  if (tag === 'input' && name === 'type') return value === 'checkbox' ? value : undefined;
  return addresses.has(name) && !isSafeAddress(value) ? undefined : value;
}

/** Whether a `style` attribute only aligns text, which is the only style allowed. */
export function isAlignment(style: string): boolean {
  return /^text-align: ?(left|right|center);?$/.test(style.trim());
}

/**
 * Whether an address is relative or has a scheme that cannot run code. Browsers ignore control characters and spaces
 * when they parse the scheme (WHATWG URL, section 4.4), so this function does too.
 */
export function isSafeAddress(address: string): boolean {
  const scheme = /^([^/?#:]*):/.exec(
    address.replaceAll(/[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028\u2029\ufeff]/g, ''),
  );
  return !scheme || safeSchemes.has((scheme[1] ?? '').toLowerCase());
}

function withoutAttributes(tags: string): Record<string, readonly string[]> {
  return Object.fromEntries(tags.split(' ').map((tag) => [tag, []]));
}
