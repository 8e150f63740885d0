import type { PhrasingContent } from 'mdast';
import type { Block } from './content-blocks.ts';
import type { PageContent } from './content.ts';
import { toMarkdown, type Location } from './markdown.ts';

/**
 * The Markdown twin of a page as it is served: front matter, where to find the rest of the site, and the
 * content under its own heading.
 */
export function toTwin(content: PageContent, location: Location): string {
  const { title, description, type, updated, blocks } = content;
  const url = content.canonical ?? new URL(location.path, location.origin).href;
  const known = Object.entries({ title, description, url, type, updated }).filter(([, value]) => value);
  const matter = known.map(([name, value]) => `${name}: ${quoteYaml(String(value))}\n`).join('');
  const body = toMarkdown({ blocks: [...leadBlocks(content), ...blocks] }, location);
  return `---\n${matter}---\n\n${pointerLine(location.origin)}\n\n${body}`;
}

/** The site's notice, and the title where the content has no heading of its own. */
function leadBlocks({ title, notice, blocks }: PageContent): Block[] {
  const lead: Block[] = [];
  if (notice) {
    const label: PhrasingContent = { type: 'strong', children: [{ type: 'text', value: 'Notice:' }] };
    const line: Block = { type: 'paragraph', children: [label, { type: 'text', value: ` ${notice}` }] };
    lead.push({ type: 'blockquote', children: [line] });
  }
  if (title !== '' && !blocks.some((block) => block.type === 'heading' && block.depth === 1)) {
    lead.push({ type: 'heading', depth: 1, children: [{ type: 'text', value: title }] });
  }
  return lead;
}

/** Tells an agent that landed on one page where the map of all pages is. */
function pointerLine(origin: string): string {
  return `> All pages of this site, as Markdown: <${new URL('/llms.txt', origin).href}>`;
}

/** JSON strings are YAML's double-quoted scalars; the few characters that YAML wants escaped besides are. */
function quoteYaml(value: string): string {
  return JSON.stringify(value).replace(/[\u007F-\u009F\u2028\u2029\uFEFF]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
