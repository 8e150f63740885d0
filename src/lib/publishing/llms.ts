import { pageCollections } from '#lib/content/collections.ts';
import { documents } from '#lib/content/discovery-documents.ts';
import type { PublishedPage } from '#lib/build-format/manifest.ts';
import { splitFrontMatter } from '#lib/content/front-matter.ts';
import { toOneLine } from '#lib/publishing/twin/content-tree.ts';
import type { Institute } from './site-files.ts';

type Described = Pick<Institute, 'name' | 'description' | 'isStatic'>;
type ListedPage = Pick<PublishedPage, 'type' | 'title' | 'description' | 'markdownPath'>;
type PageWithTwin = Pick<PublishedPage, 'path' | 'type' | 'title' | 'markdownPath'> & { twin: string };
type Section = { title: string; folder: string };
type TextFile = { path: string; text: string };

const sections = pageCollections.map(({ kind, labels, base, ...definition }) => ({
  type: kind,
  ...('mapSection' in definition ? definition.mapSection : { title: labels.plural, folder: base }),
}));

/** Maximum size of a file: about as much as language models read at once. */
const maxCharacters = 50_000;

/**
 * Writes `/llms.txt` (llmstxt.org), which lists every page's twin by section. If the list is too long, it has no notes;
 * if it is still too long, each section gets separate files.
 */
export function writeLlmsTxt(
  pages: readonly ListedPage[],
  siteUrl: string,
  institute: Described,
): TextFile[] {
  const { path } = documents.llms;
  const filled = sections
    .map(({ type, ...section }) => ({ section, pages: pages.filter((page) => page.type === type) }))
    .filter((each) => each.pages.length > 0);
  const linesOf = (listed: readonly ListedPage[], hasNotes: boolean) =>
    listed.map(({ title, markdownPath, description }) =>
      linkLine(title, siteUrl + markdownPath, hasNotes ? description : ''),
    );
  for (const hasNotes of [true, false]) {
    const lists = filled.map((each) => toList(each.section, linesOf(each.pages, hasNotes)));
    const text = writeMap(lists, siteUrl, institute);
    if (text.length < maxCharacters) return [{ path, text }];
  }
  const parts = filled.map((each) => ({
    section: each.section,
    files: splitSection(linesOf(each.pages, true), each.section, {
      file: 'llms',
      heading: `## ${each.section.title}\n\n`,
      institute,
    }),
  }));
  const lists = parts.map(({ section, files }) => toList(section, linksTo(files, siteUrl)));
  return [{ path, text: writeMap(lists, siteUrl, institute) }, ...parts.flatMap(({ files }) => files)];
}

/**
 * Writes `/llms-full.txt`, the text of all pages. If it is too long, it links to files by section. A page that is
 * too long for a file is linked instead.
 */
export function writeLlmsFull(
  pages: readonly PageWithTwin[],
  siteUrl: string,
  institute: Described,
): TextFile[] {
  const { path } = documents.llmsFull;
  const head = `# ${institute.name}\n\n> ${toOneLine(institute.description)}\n\n`;
  const whole = head + pages.map((page) => writePage(page, siteUrl)).join('\n');
  if (whole.length < maxCharacters) return [{ path, text: whole }];
  const files = sections.flatMap(({ type, ...section }) => {
    const texts = pages.filter((page) => page.type === type).map((page) => writePage(page, siteUrl));
    return splitSection(texts, section, { file: 'llms-full', heading: '', institute });
  });
  const index = `${head}The text of all pages, by section:\n\n${linksTo(files, siteUrl).join('\n')}\n`;
  return [{ path, text: index }, ...files];
}

/** Writes the site's interfaces and the lists. Features that depend on settings are only in openapi.json. */
function writeMap(
  lists: readonly string[],
  siteUrl: string,
  { name, description, isStatic }: Described,
): string {
  const { llmsFull, openApi, skills } = documents;
  const interfaces = [
    'Every page is available as Markdown: with `Accept: text/markdown`, or at its address followed by `.md`. For programs:',
    '',
    `- Search: \`GET ${siteUrl}/api/search?q=words\` answers JSON.`,
    `- The whole HTTP API, as OpenAPI: \`${siteUrl}${openApi.path}\``,
    `- The same for MCP clients, with the tools search and read_page: \`${siteUrl}/mcp\``,
    `- Skills for agents: \`${siteUrl}${skills.path}\``,
  ];
  return [
    `# ${name}`,
    '',
    `> ${toOneLine(description)}`,
    '',
    ...(isStatic
      ? ['Every page is available as Markdown at its address followed by `.md`.', '']
      : interfaces),
    `- The text of all pages, in one file or by section: \`${siteUrl}${llmsFull.path}\``,
    '',
    ...lists,
  ].join('\n');
}

function toList({ title }: Section, lines: readonly string[]): string {
  return [`## ${title}`, '', ...lines, ''].join('\n');
}

/** Writes the page's address and its twin, without front matter and the lines that are in every twin. */
function writePage({ title, path, markdownPath, twin }: PageWithTwin, siteUrl: string): string {
  const body = splitFrontMatter(twin)
    .body.replace(/^\s*> All pages of this site.*\n/, '')
    .replace(/^\s*> \*\*Notice:\*\*.*\n/, '')
    .trim();
  const text = `Page: ${siteUrl}${path}\n\n${body}\n`;
  if (text.length < maxCharacters - 2_000) return text;
  return `Page: ${siteUrl}${path}\n\n# ${toOneLine(title)}\n\nThis page is long; its text is at ${siteUrl}${markdownPath}\n`;
}

type Part = TextFile & { title: string };
type PartOptions = { file: string; heading: string; institute: Described };

/**
 * Splits the texts of a section into as few files as the maximum size allows: `/handbook/llms.txt`,
 * `/handbook/llms-2.txt`.
 */
function splitSection(
  texts: readonly string[],
  section: Section,
  { file, heading, institute }: PartOptions,
): Part[] {
  const groups: string[][] = [];
  let size = Infinity;
  for (const text of texts) {
    if (size + text.length + 1 > maxCharacters - 1_000) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(text);
    size += text.length + 1;
  }
  return groups.map((group, index) => {
    const title = section.title + (groups.length > 1 ? `, part ${index + 1} of ${groups.length}` : '');
    const body = group.join('\n').trimEnd();
    return {
      title,
      path: `${section.folder}/${file}${index === 0 ? '' : `-${index + 1}`}.txt`,
      text: `# ${institute.name}: ${title}\n\n${heading}${body}\n`,
    };
  });
}

function linksTo(parts: readonly Part[], siteUrl: string): string[] {
  return parts.map(({ title, path }) => linkLine(title, siteUrl + path));
}

function linkLine(title: string, url: string, note = ''): string {
  const name = toOneLine(title).replaceAll(/[[\]\\]/g, '\\$&');
  return `- [${name}](${url})${note === '' ? '' : `: ${toOneLine(note)}`}`;
}
