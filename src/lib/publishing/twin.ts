import type { PageContent } from './content.ts';
import { toMarkdown, type Location } from './markdown.ts';

/**
 * The Markdown twin of a page as it is served: front matter, where to find the rest of the site, and the
 * content under its own heading.
 */
export function toTwin(content: PageContent, location: Location): string {
  const { title, description, type, updated, notice, blocks } = content;
  const url = content.canonical ?? new URL(location.path, location.origin).href;
  const known = Object.entries({ title, description, url, type, updated }).filter(([, value]) => value);
  const matter = known.map(([name, value]) => `${name}: ${quoteYaml(String(value))}\n`).join('');
  const hasTitle = blocks.some((block) => block.kind === 'heading' && block.depth === 1);
  const heading = hasTitle || title === '' ? '' : `# ${escape(title)}\n\n`;
  const urgent = notice ? `> **Notice:** ${escape(notice)}\n\n` : '';
  return `---\n${matter}---\n\n${pointerLine(location.origin)}\n\n${urgent}${heading}${toMarkdown(content, location)}`;
}

/** Plain text as Markdown shows it. */
function escape(text: string): string {
  return text.replace(/[\\`*_[\]<&#~!]/g, '\\$&');
}

/** Tells an agent that landed on one page where the map of all pages is. */
export function pointerLine(origin: string): string {
  return `> All pages of this site, as Markdown: <${new URL('/llms.txt', origin).href}>`;
}

/** JSON strings are YAML's double-quoted scalars; the few characters that YAML wants escaped besides are. */
function quoteYaml(value: string): string {
  return JSON.stringify(value).replace(/[\u007F-\u009F\u2028\u2029\uFEFF]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
