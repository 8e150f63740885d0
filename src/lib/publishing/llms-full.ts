import type { PublishedPage } from '#lib/content/manifest.ts';
import { groupBySize, linkLine, mostCharacters, numbered, oneLine, sections } from './sections.ts';
import type { Institute } from './site-files.ts';

type Named = Pick<Institute, 'name' | 'description'>;
type WithTwin = Pick<PublishedPage, 'path' | 'type' | 'title' | 'markdownPath'> & { twin: string };
type TextFile = { path: string; text: string };

/**
 * The text of all pages for reading at one go: `/llms-full.txt` when it fits, or else files by section that it
 * leads to. A page that is too long for any file is named there instead.
 * @returns files of less than 50,000 characters each
 */
export function writeLlmsFull(pages: readonly WithTwin[], siteUrl: string, institute: Named): TextFile[] {
  const head = [`# ${institute.name}`, '', `> ${oneLine(institute.description)}`, '', ''].join('\n');
  const whole = head + pages.map((page) => writePage(page, siteUrl)).join('\n');
  if (whole.length < mostCharacters) return [{ path: '/llms-full.txt', text: whole }];

  const files = sections.flatMap(({ type, title, folder }) => {
    const texts = pages.filter((page) => page.type === type).map((page) => writePage(page, siteUrl));
    const groups = groupBySize(texts, { sizeOf: (text) => text.length + 1, most: mostCharacters - 1_000 });
    return groups.map((group, index) => {
      const name = `${title}${groups.length > 1 ? `, part ${index + 1} of ${groups.length}` : ''}`;
      const text = `# ${institute.name}: ${name}\n\n${group.join('\n')}`;
      return { path: numbered(folder, 'llms-full', index), name, text };
    });
  });
  const links = files.map(({ path, name }) => linkLine(name, siteUrl + path));
  const index = `${head}The text of all pages, by section:\n\n${links.join('\n')}\n`;
  return [{ path: '/llms-full.txt', text: index }, ...files.map(({ path, text }) => ({ path, text }))];
}

/** The twin without what only helps where it stands alone. */
function writePage({ title, path, markdownPath, twin }: WithTwin, siteUrl: string): string {
  const body = twin
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^\s*> All pages of this site.*\n/, '')
    .replace(/^\s*> \*\*Notice:\*\*.*\n/, '')
    .trim();
  const text = `Page: ${siteUrl}${path}\n\n${body}\n`;
  if (text.length < mostCharacters - 2_000) return text;
  return `Page: ${siteUrl}${path}\n\n# ${oneLine(title)}\n\nThis page is long; its text is at ${siteUrl}${markdownPath}\n`;
}
