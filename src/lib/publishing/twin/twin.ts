import { documents } from '#lib/content/discovery-documents.ts';
import { strongText, type Block } from './content-blocks.ts';
import type { PageContent } from './article.ts';
import { toMarkdown, type Location } from './markdown.ts';

/** Writes the Markdown twin of a page: front matter, a link to llms.txt, and the content with a heading. */
export function toTwin(content: PageContent, location: Location): string {
  const { title, description, type, updated, blocks } = content;
  const url = content.canonical ?? new URL(location.path, location.origin).href;
  const known = Object.entries({ title, description, url, type, updated }).filter(([, value]) => value);
  const matter = known.map(([name, value]) => `${name}: ${quoteYaml(String(value))}\n`).join('');
  const body = toMarkdown({ blocks: [...leadBlocks(content), ...blocks] }, location);
  const allPages = `> All pages of this site, as Markdown: <${location.origin}${documents.llms.path}>`;
  return `---\n${matter}---\n\n${allPages}\n\n${body}`;
}

/** Returns the site's notice, and the title if the content has no H1. */
function leadBlocks({ title, notice, blocks }: PageContent): Block[] {
  const lead: Block[] = [];
  if (notice) {
    const line: Block = {
      type: 'paragraph',
      children: [strongText('Notice:'), { type: 'text', value: ` ${notice}` }],
    };
    lead.push({ type: 'blockquote', children: [line] });
  }
  if (title !== '' && !blocks.some((block) => block.type === 'heading' && block.depth === 1)) {
    lead.push({ type: 'heading', depth: 1, children: [{ type: 'text', value: title }] });
  }
  return lead;
}

/** Returns a double-quoted YAML scalar: a JSON string with a few more characters escaped. */
function quoteYaml(value: string): string {
  return JSON.stringify(value).replace(/[\u007F-\u009F\u2028\u2029\uFEFF]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
