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

/** Of columns: the `align` of HTML, and the style that Markdown's tables have. */
const cell = ['align', 'style', 'colspan', 'rowspan', 'headers', 'scope', 'abbr'];

/** The HTML that content may hold, as GitHub's sanitiser has it: tags with the attributes that each may have. */
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

/** Classes that Markdown itself writes; content brings no others, since they would borrow the site's styles. */
const allowedClass =
  /^(language-[\w-]+|table-scroll|contains-task-list|task-list-item|footnotes|sr-only|data-footnote-backref)$/;

const addresses: ReadonlySet<string> = new Set(['href', 'src', 'cite']);

const safeSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'webcal']);

const roles: ReadonlySet<string> = new Set(['group', 'note', 'img', 'presentation', 'none', 'region']);

/** Tags that have no content and no closing tag. */
export const voidTags: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img', 'input', 'wbr']);

/** Tags whose content is no text for readers: it goes with them. */
export const opaqueTags: ReadonlySet<string> = new Set(
  'script style template iframe object embed noscript noembed noframes svg math textarea title select xmp'.split(
    ' ',
  ),
);

export function isAllowedTag(name: string): boolean {
  return Object.hasOwn(allowedTags, name);
}

/** Whether a tag may have an attribute, whatever its value. Both names in lower case. */
function isAllowedAttribute(tag: string, name: string): boolean {
  return name === 'class' || everywhere.includes(name) || (allowedTags[tag] ?? []).includes(name);
}

/** The value as it may be written, undefined where none may be. */
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
  // The check box of a task list is the one form field.
  if (tag === 'input' && name === 'type') return value === 'checkbox' ? value : undefined;
  return addresses.has(name) && !isSafeAddress(value) ? undefined : value;
}

/** The one style that content may hold. */
export function isAlignment(style: string): boolean {
  return /^text-align: ?(left|right|center);?$/.test(style.trim());
}

/**
 * Whether a link may lead there: on this site, or by a scheme that runs nothing. Browsers leave out control
 * characters and spaces when they read the scheme (WHATWG URL, section 4.4), so this does as well.
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
