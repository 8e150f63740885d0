import type { PublishedPage } from '#lib/content/manifest.ts';
import { groupBySize, linkLine, mostCharacters, numbered, oneLine, sections } from './sections.ts';
import type { Institute } from './site-files.ts';

type Named = Pick<Institute, 'name' | 'description' | 'isStatic'>;
type Listed = Pick<PublishedPage, 'type' | 'title' | 'description' | 'markdownPath'>;
type Section = { title: string; folder: string; pages: readonly Listed[] };
type TextFile = { path: string; text: string };

/**
 * The map of the site for machines (llmstxt.org): every page's twin by section. Where notes would make it too
 * long they are left out; where even that does not do, large sections get files of their own.
 * @returns `/llms.txt` and the files that it leads to, each of less than 50,000 characters
 */
export function writeLlmsTxt(pages: readonly Listed[], siteUrl: string, institute: Named): TextFile[] {
  const filled = sections
    .map(({ type, ...section }) => ({ ...section, pages: pages.filter((page) => page.type === type) }))
    .filter((section) => section.pages.length > 0);
  for (const withNotes of [true, false]) {
    const lists = filled.map(
      (section) => [section.title, listPages(section.pages, siteUrl, withNotes)] as const,
    );
    const text = writeMap(lists, siteUrl, institute);
    if (text.length < mostCharacters) return [{ path: '/llms.txt', text }];
  }
  return splitBySection(filled, siteUrl, institute);
}

function splitBySection(filled: readonly Section[], siteUrl: string, institute: Named): TextFile[] {
  const parts: TextFile[] = [];
  const lists = filled.map(({ title, folder, pages }) => {
    const lines = listPages(pages, siteUrl, true);
    const groups = groupBySize(lines, { sizeOf: (line) => line.length + 1, most: mostCharacters - 1_000 });
    const files = groups.map((group, index) => {
      const part = groups.length > 1 ? `, part ${index + 1} of ${groups.length}` : '';
      const heading = [`# ${institute.name}: ${title}${part}`, '', `## ${title}`, ''];
      return { path: numbered(folder, 'llms', index), text: [...heading, ...group, ''].join('\n'), part };
    });
    parts.push(...files.map(({ path, text }) => ({ path, text })));
    return [title, files.map(({ path, part }) => linkLine(`${title}${part}`, siteUrl + path))] as const;
  });
  return [{ path: '/llms.txt', text: writeMap(lists, siteUrl, institute) }, ...parts];
}

function listPages(pages: readonly Listed[], siteUrl: string, withNotes: boolean): string[] {
  return pages.map(({ title, markdownPath, description }) =>
    linkLine(title, siteUrl + markdownPath, withNotes ? description : ''),
  );
}

/** It speaks of nothing that an instance may not have: what depends on settings is told by openapi.json. */
function writeMap(
  lists: readonly (readonly [title: string, lines: readonly string[]])[],
  siteUrl: string,
  { name, description, isStatic }: Named,
): string {
  return [
    `# ${name}`,
    '',
    `> ${oneLine(description)}`,
    '',
    ...(isStatic ? ['Every page is Markdown at its address with `.md` behind it.', ''] : interfaces(siteUrl)),
    `- The text of all pages, in one file or by section: \`${siteUrl}/llms-full.txt\``,
    '',
    ...lists.flatMap(([title, lines]) => [`## ${title}`, '', ...lines, '']),
  ].join('\n');
}

function interfaces(siteUrl: string): string[] {
  return [
    'Every page answers Markdown to `Accept: text/markdown`, and at its address with `.md` behind it. For programs:',
    '',
    `- Search: \`GET ${siteUrl}/api/search?q=words\` answers JSON.`,
    `- All of the HTTP API, as OpenAPI: \`${siteUrl}/openapi.json\``,
    `- The same for MCP clients, with the tools search and read_page: \`${siteUrl}/mcp\``,
    `- Skills for agents: \`${siteUrl}/.well-known/agent-skills/index.json\``,
  ];
}
