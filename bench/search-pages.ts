import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownToHtml } from 'satteri';
import { readContent } from '#lib/publishing/twin/article.ts';
import { toSearchedPage, type SearchedPage } from '#lib/publishing/search/searched-page.ts';
import { pageTypes } from '#lib/content/collections.ts';

export type BenchPage = SearchedPage & { text: string };

/** A section of the handbook. */
type Section = { title: string; markdown: string };

/**
 * Generates pages from real text: a section of the handbook in CORPUS_DIR, or else of the sample, with half of another.
 * The titles of both form a unique title. Deterministic.
 */
export function makePages(count: number): BenchPage[] {
  const sections = readSections();
  const titles = new Set<string>();
  const pages: BenchPage[] = [];
  for (let number = 0; pages.length < count; number++) {
    const round = Math.floor(number / sections.length);
    const first = sections[number % sections.length];
    const second = sections[(number * 7 + round * 131 + 17) % sections.length];
    if (!first || !second) throw new Error('the handbook has no sections');
    const title = round === 0 ? first.title : `${first.title}: ${second.title}`;
    if (titles.has(title.toLowerCase())) continue;
    titles.add(title.toLowerCase());
    const half = second.markdown.slice(0, second.markdown.length / 2);
    pages.push(toPage(pages.length, title, `${first.markdown}\n\n## ${second.title}\n\n${half}`));
  }
  return pages;
}

function readSections(): Section[] {
  const corpus = process.env['CORPUS_DIR'];
  const handbook = corpus ? join(corpus, 'tts-handbook') : 'src/content/handbook';
  return readdirSync(handbook, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.mdx?$/.test(file))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(handbook, file), 'utf8');
      const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
      const page = (/^title: *["']?(.*?)["']?$/m.exec(front)?.[1] ?? file).trim();
      const [opening = '', ...rest] = body.split(/^##+ +/m);
      const sections = rest.map((section) => {
        const [heading = '', ...lines] = section.split('\n');
        return { title: `${page} - ${heading.replace(/[#*`[\]]/g, '').trim()}`, markdown: lines.join('\n') };
      });
      return [{ title: page, markdown: opening }, ...sections];
    })
    .filter(({ markdown }) => markdown.trim().length > 80);
}

function toPage(number: number, title: string, markdown: string): BenchPage {
  const body = withIds(markdownToHtml(markdown).html);
  const type = pageTypes[number % pageTypes.length] ?? 'page';
  const html = `<html lang="en"><head><title>${escape(title)}</title></head><body><main><article><h1>${escape(title)}</h1>${body}</article></main></body></html>`;
  const content = readContent(html);
  const path = `/${type}/${number}`;
  const { indexed, passages } = toSearchedPage(
    { ...content, title },
    { path, markdownPath: `${path}.md`, type },
  );
  return {
    indexed,
    passages,
    text: passages.passages.map(({ heading, text }) => `${heading} ${text}`).join(' '),
  };
}

function withIds(html: string): string {
  let number = 0;
  return html.replace(/<(h[2-6])>/g, (_whole, element: string) => `<${element} id="section-${++number}">`);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
