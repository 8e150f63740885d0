import { escapeHtml } from '#lib/content/html-text.ts';

/** Where code or a comment starts or ends: a tag, or a shortcode of WordPress. */
const token =
  /<!--|-->|<(\/?)(pre|code|script|style)\b([^<>]*)>|\[(\/?)([a-z][\w+#-]{0,60})((?:\s[^[\]]{0,2000})?)\]/gi;

/** The shortcodes of plugins that show code, and the languages that are shortcodes or their attributes. */
const codeNames =
  /^(?:code(?:syntax|box)?|source(?:code)?|cc\w*|crayon|enlighter|geshi|highlighter|prettify|syntax|console|math|pre)$/i;
const languages =
  /^(?:actionscript3?|apache|as3|bash|c|c#|c\+\+|cf|clojure|coldfusion|cpp|c-?sharp|css|delphi|diff|erl(?:ang)?|f-?sharp|go(?:lang)?|groovy|haskell|html5?|ini|java|javafx|javascript|jfx|js|json|jscript|kotlin|latex|less|lua|matlab|nginx|obj-?c|pas(?:cal)?|patch|perl|php|pl|plain|powershell|ps|py|python|r|rails|rb|ror|ruby|rust|s?css|scala|sh|shell|sql|swift|tex|text|ts|typescript|vb|vbnet|xhtml|xml|xslt?|ya?ml)$/i;
/** Readers see the title above the code. */
const titleOf = /\stitle=(?:&#8221;|["'”])([^"'”&]*)/i;
/** Tags that may mark parts of code. Others are the code itself. */
const markup =
  /<(?!\/?(?:a|abbr|b|bdo|big|br|code|del|div|em|font|i|img|ins|kbd|li|mark|ol|p|s|samp|small|span|strike|strong|sub|sup|table|tbody|td|tr|tt|u|ul|var)\b[^<>]*>|!--)/gi;

/**
 * Escapes the code of a text, so that no tag, shortcode or empty line in it means anything: that of shortcodes, which
 * become `<pre>`, or `<code>` in a sentence, and tags in `<pre>` and `<code>` that are not markup.
 */
export function escapeCode(html: string): string {
  const tokens = [...html.matchAll(token)];
  const ends = Map.groupBy(tokens.filter(isEnd), keyOf);
  let written = '';
  let start = 0;
  for (const open of tokens) {
    if (open.index < start || isEnd(open)) continue;
    const list = ends.get(keyOf(open)) ?? [];
    while (list[0] && list[0].index < open.index) list.shift();
    const [close] = list;
    const code = close && replaceCode(html, open, close);
    if (code === undefined) continue;
    written += html.slice(start, code.start) + code.html;
    start = code.end;
  }
  return written + html.slice(start);
}

type Token = RegExpExecArray;
type Replaced = { html: string; start: number; end: number };

function isEnd({ 0: source, 1: tag, 4: shortcode }: Token): boolean {
  return source === '-->' || (tag ?? shortcode) === '/';
}

function keyOf({ 2: tag, 5: shortcode }: Token): string {
  return (tag ?? (shortcode === undefined ? '' : `[${shortcode}`)).toLowerCase();
}

/** @returns undefined for a shortcode of another kind */
function replaceCode(html: string, open: Token, close: Token): Replaced | undefined {
  const { 0: source, 2: tag, 3: attributes = '', 5: name, 6: words = '', index: start } = open;
  const end = close.index + close[0].length;
  const inner = html.slice(start + source.length, close.index);
  if (name !== undefined) {
    if (!isCode(name)) return undefined;
    if (html[start - 1] === '[' && html[end] === ']')
      return { html: escapeAll(html.slice(start, end)), start: start - 1, end: end + 1 };
    const isInline = !inner.includes('\n') && isInSentence(html, start, end);
    const language = languageOf(words.replace(titleOf, '')) ?? languageOf(name);
    const title = titleOf.exec(words)?.[1] ?? '';
    return { html: writeCode(inner, { language, title, isInline }), start, end };
  }
  if (tag === undefined || /^s/i.test(tag)) return { html: html.slice(start, end), start, end };
  const [, only = ''] =
    /^\s*\[([a-z][\w+#-]{0,60})(?:\s[^[\]]{0,2000})?\][\s\S]*\[\/\1\]\s*$/i.exec(inner) ?? [];
  if (isCode(only)) return { html: escapeCode(inner), start, end };
  const language = /\s(?:lang|class)=/i.test(attributes) ? languageOf(attributes) : undefined;
  if (/\slang=/i.test(attributes) && language !== undefined)
    return { html: writeCode(inner, { language }), start, end };
  const known = language === undefined ? '' : ` data-language="${language}"`;
  const content = inner.replaceAll(markup, '&lt;').replaceAll('[', '&#91;');
  return { html: `<${tag}${known}${attributes}>${content}${close[0]}`, start, end };
}

function isCode(shortcode: string): boolean {
  return codeNames.test(shortcode) || languages.test(shortcode);
}

/** Whether words, and not only tags and shortcodes, stand before or after in the same line. */
export function isInSentence(html: string, start: number, end: number): boolean {
  return (
    /[^\s>\]][^\S\n]*$/.test(html.slice(Math.max(0, start - 200), start)) ||
    /^[^\S\n]*[^\s<[]/.test(html.slice(end, end + 200))
  );
}

/** The first word that is a language: in `lang="php"`, `class="brush: php"` or `php`. */
function languageOf(words: string): string | undefined {
  return words
    .match(/[\w#+-]+/g)
    ?.find((word) => languages.test(word) && word !== 'text')
    ?.toLowerCase();
}

type Code = { language: string | undefined; title?: string; isInline?: boolean };

function writeCode(code: string, { language = '', title = '', isInline }: Code): string {
  if (isInline === true) return `<code>${escapeAll(code)}</code>`;
  return `<pre data-language="${language}" data-title="${escapeHtml(title)}">${escapeAll(code)}</pre>`;
}

/** Some plugins store code escaped. */
function escapeAll(code: string): string {
  const isEscaped = !/[<>]/.test(code) && /&(?:lt|gt|amp|quot|#0?39);/.test(code);
  return (isEscaped ? code : escapeHtml(code)).replaceAll('[', '&#91;');
}
