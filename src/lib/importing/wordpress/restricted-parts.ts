import { z } from 'zod';
import type { UnknownPart } from '#lib/importing/source-page.ts';
import type { WordPressItem } from './read-export.ts';

/** The start or the end of a block, or a whole one without a text: `<!-- wp:group {"tagName":"main"} -->`. */
const delimiter = /<!--\s+(\/?)wp:([a-z][\w/-]*)\s+(?:(\{(?:[^-<]|-(?!->)|<(?!!--))*\})\s+)?(\/?)-->/g;

const attributesSchema = z.object({
  metadata: z.object({ blockVisibility: z.unknown() }).partial().optional().catch(undefined),
  blockVisibility: z.looseObject({ hideBlock: z.unknown() }).partial().optional().catch(undefined),
  contentControls: z.object({ enabled: z.unknown() }).partial().optional().catch(undefined),
});
type Attributes = z.infer<typeof attributesSchema>;

/** Words in the names of shortcodes and blocks that show their text to some readers only. */
const restrictedName =
  /(?:^|[_/-])(?:(?<!team[_-])members?|membership|restrict(?:ed)?|private|protect(?:ed)?|password|paywall|premium[_-]content|subscribers?|logged|logged-?(?:in|out)|visitor|is-?user|hide|hidden|roles?|s2if|pmpro|rcp|mepr|wlm|ihc|swpm|passster)(?=$|[_/-])/i;
const enclosing = /\[\/([a-z][\w-]{0,60})\]/gi;
/** Attributes that say who sees the text of a shortcode. */
const readers =
  /\[([a-z][\w-]{0,60})\s[^[\]]{0,500}?\b(?:role|capability|access|levels?|plans?|membership|user_?group)s?\s{0,9}=/gi;

/** Fields of plugins that show a page to some readers only, and the values that mean everybody. */
const restrictedField =
  /^_?(?:members_access_role|rcp_(?:user|access|subscription)_level|restrict_content|wc_memberships_rules)$/;
const everybody = /^(?:|0|no|none|all|any|everyone|public|false|a:0:\{\})$/i;
const restrictedByField = /"_um_custom_access_settings";(?:b:1|i:1|s:1:"1")/;

/** Removes the blocks that WordPress does not show. A block without an end tag goes on to the end of the text. */
export function dropHiddenBlocks(content: string): { shown: string; hidden: UnknownPart[] } {
  const hidden: UnknownPart[] = [];
  let shown = '';
  let from = 0;
  let start: number | undefined;
  let depth = 0;
  const drop = (begin: number, end: number) => {
    hidden.push({ what: 'a block that is hidden', source: content.slice(begin, end), isInText: false });
    from = end;
    start = undefined;
  };
  for (const { index, 0: source, 1: slash, 3: json, 4: isWhole } of content.matchAll(delimiter)) {
    const end = index + source.length;
    if (slash) {
      depth = Math.max(0, depth - 1);
      if (start !== undefined && depth === 0) drop(start, end);
      continue;
    }
    if (start === undefined && isHidden(readAttributes(json))) {
      shown += content.slice(from, index);
      depth = 0;
      if (isWhole) drop(index, end);
      else start = index;
    }
    if (!isWhole) depth += 1;
  }
  if (start !== undefined) drop(start, content.length);
  return { shown: shown + content.slice(from), hidden };
}

/** Says what shows a page, or a part of it, to some readers only; undefined if it seems to be for all. */
export function findRestriction(content: string, meta: WordPressItem['meta']): string | undefined {
  const block = [...content.matchAll(delimiter)].find(
    ([, , name = '', json]) => restrictedName.test(name) || isConditional(readAttributes(json)),
  );
  if (block) return `the block ${block[2]}`;
  const ends = [...content.matchAll(enclosing)];
  const names = new Set(ends.map(([, name]) => name));
  const shortcode =
    ends.find(([, name = '']) => restrictedName.test(name)) ??
    [...content.matchAll(readers)].find(([, name]) => names.has(name));
  if (shortcode) return `the shortcode ${shortcode[1]}`;
  const field = [...meta].find(
    ([name, value]) =>
      (restrictedField.test(name) && !everybody.test(value.trim())) ||
      (name === 'um_content_restriction' && restrictedByField.test(value)),
  );
  return field && `the field ${field[0]}`;
}

function isHidden({ metadata, blockVisibility }: Attributes): boolean {
  return metadata?.blockVisibility === false || blockVisibility?.hideBlock === true;
}

function isConditional({ blockVisibility, contentControls }: Attributes): boolean {
  const conditions = Object.keys(blockVisibility ?? {}).filter((name) => name !== 'hideBlock');
  return conditions.length > 0 || contentControls?.enabled === true;
}

function readAttributes(json: string | undefined): Attributes {
  try {
    return attributesSchema.catch({}).parse(JSON.parse(json ?? '{}'));
  } catch {
    return {};
  }
}
