import { createMask, maskCode, type Mask } from './mask-code.ts';
import { valueAt, type Data } from './parse-settings.ts';
import { fenceCode, reportUnknown, showUnknownAt } from './unknown-source.ts';

type LiquidSite = {
  settings: Data;
  /** The path of the whole site. */
  base: string;
  /** Whether the system reads Liquid in code, too, as Jekyll does. */
  isInCode: boolean;
  /** The file that has the words of a loop or an include: `_data/team.yml`. */
  findFile: (name: string) => string | undefined;
};

const tag = /\{%-?((?:[^%]|%(?!\}))*)%\}|\{\{-?((?:[^}]|\}(?!\}))*)\}\}/g;
/** What stands between them is no Liquid. */
const raw = /\{%-?\s*raw\s*-?%\}([\s\S]*?)\{%-?\s*endraw\s*-?%\}/g;
/** The comments of Liquid, also in code, and those of Nunjucks and kramdown. */
const comment = /\{%-?\s*(?:comment\s*-?%\}([\s\S]*?)\{%-?\s*endcomment\s*-?%\}|#((?:[^%]|%(?!\}))*)%\})/g;
const otherComment = /\{#[-\s]((?:[^#]|#(?!\})){0,5000})#\}|\{::comment\}([\s\S]*?)\{:\/(?:comment)?\}/g;
const blocks = /^(?:for|if|unless|case|capture|tablerow|form|paginate|ifchanged)$/;

/** How the report calls a part that readers see under a condition only. */
export const liquidCondition = 'a condition of Liquid';

/**
 * Replaces Liquid: links and settings are filled in, code becomes code blocks, and comments are in the report only.
 * A loop or condition, and any other tag, becomes code. Nothing is run.
 */
export function replaceLiquid(source: string, site: LiquidSite): string {
  const reports: string[] = [];
  const mask = createMask();
  const report = (text: string, what: string) => {
    reports.push(reportUnknown(mask.open(text).trim(), what));
    return '';
  };
  const reportComment = (_: string, ...words: (string | undefined)[]) =>
    report(words.find((each) => each !== undefined) ?? '', 'a comment');
  const given = site.isInCode ? source : maskCode(source, mask, true);
  const unmasked = given.replaceAll(raw, (_, words: string) => mask.keep(words));
  const fenced = fenceCode(unmasked, {
    open: /\{%-?\s*highlight\b([^%]*)%\}/,
    close: /\{%-?\s*endhighlight\s*-?%\}/,
  }).replaceAll(comment, reportComment);
  const masked = maskCode(fenced, mask).replaceAll(otherComment, reportComment);
  const replaced = replaceBlocks(masked, mask, site).replaceAll(
    tag,
    (all, inner: string | undefined, output: string | undefined, index: number, whole: string) => {
      if (output !== undefined) return writeOutput(all, output, { index, whole, site });
      const [name = '', ...others] = (inner ?? '').replace(/-$/, '').trim().split(/\s+/);
      const target = others.join(' ');
      if (name === 'link') return `/${target}`;
      if (name === 'post_url') return `/_posts/${target}`;
      if (/^(?:assign|increment|decrement)$/.test(name)) return report(all, 'a Liquid tag');
      const file = name.startsWith('include') ? site.findFile(`_includes/${others[0] ?? ''}`) : undefined;
      const what = file ? `a Liquid tag with the words of ${file}` : 'a Liquid tag';
      return showUnknownAt(mask.open(all), what, { index, whole, length: all.length });
    },
  );
  return mask.open([replaced, ...reports].join('\n\n'));
}

/** A loop or condition with all that is in it becomes one piece of code. */
function replaceBlocks(text: string, { keep, open }: Mask, site: LiquidSite): string {
  let result = '';
  let [from, start, depth] = [0, 0, 0];
  let first = '';
  for (const { 0: all, 1: inner = '', index } of text.matchAll(tag)) {
    const name = /^\s*(\w+)/.exec(inner)?.[1] ?? '';
    if (blocks.test(name)) {
      if (depth === 0) [start, first] = [index, name];
      depth += 1;
    } else if (depth > 0 && name.startsWith('end') && blocks.test(name.slice(3))) {
      depth -= 1;
      if (depth > 0) continue;
      const end = index + all.length;
      const source = open(text.slice(start, end));
      const place = { index: start, whole: text, length: end - start };
      const shown = showUnknownAt(source, describeBlock(first, source, site), place);
      result += text.slice(from, start) + keep(shown);
      from = end;
    }
  }
  return result + text.slice(from);
}

function describeBlock(name: string, source: string, { findFile }: LiquidSite): string {
  const words = source.replaceAll(tag, '').replaceAll(/<[^<>]*>/g, '');
  if (/^(?:if|unless|case)$/.test(name) && /\p{L}{2}/u.test(words)) return liquidCondition;
  const names = [...source.matchAll(/\bsite\.data\.([\w.-]+)/g)].map(([, each = '']) =>
    each.replaceAll('.', '/'),
  );
  const files = [...new Set(names)].flatMap((each) => findFile(`_data/${each}`) ?? []);
  const part = name === 'for' || name === 'tablerow' ? 'a Liquid loop' : 'a Liquid tag';
  return files.length > 0 ? `${part} with the words of ${files.join(', ')}` : part;
}

type Place = { index: number; whole: string; site: LiquidSite };

/** A path, or a text of the settings. In a link or tag, anything else stays as an address that leads nowhere. */
function writeOutput(source: string, output: string, { index, whole, site }: Place): string {
  const value = evaluate(output.replace(/-$/, ''), site);
  const before = whole.slice(whole.lastIndexOf('\n', index) + 1, index);
  const isInTag = /(?:\]\([^()\n]*|<[a-z][^<>]*)$/i.test(before);
  if (value !== undefined) return isInTag ? value.replaceAll(' ', '%20') : value;
  return isInTag ? encodeURIComponent(source) : showUnknownAt(source, 'a Liquid tag', { index, whole });
}

function evaluate(output: string, site: LiquidSite): string | undefined {
  const [first = '', ...filters] = output.split('|').map((part) => part.trim());
  let value = readValue(first, site);
  for (const filter of filters) {
    const [name = '', argument = ''] = filter.split(/\s*:\s*/, 2);
    const other = readValue(argument, site);
    if (value === undefined) return undefined;
    if (name === 'relative_url' || name === 'absolute_url') value = site.base + value;
    else if (name === 'prepend' && other !== undefined) value = other + value;
    else if (name === 'append' && other !== undefined) value += other;
    else if (!/^(?:escape|uri_escape|strip|xml_escape)$/.test(name)) return undefined;
  }
  return value;
}

function readValue(name: string, { settings, base }: LiquidSite): string | undefined {
  const text = /^(["'])([^"']*)\1$/.exec(name)?.[2];
  if (text !== undefined) return text;
  if (name === 'site.baseurl') return base;
  if (name === 'site.url') return '';
  const value = /^site\.[\w.]+$/.test(name) ? valueAt(settings, name.slice('site.'.length)) : undefined;
  return typeof value === 'string' ? value : undefined;
}
