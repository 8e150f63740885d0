import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The file of a page, below the folder of the content. */
export function pageFile(page: number): string {
  return `handbook/section-${Math.floor(page / 50)}/page-${page}.md`;
}

/** Writes pages of about 4 kB from paragraphs of the handbook in CORPUS_DIR, or from generated ones. */
export function writeContent(contentDir: string, size: number): void {
  rmSync(contentDir, { recursive: true, force: true });
  const paragraphs = readParagraphs();
  for (let page = 0; page < size; page++) {
    const file = join(contentDir, pageFile(page));
    mkdirSync(dirname(file), { recursive: true });
    let text = `---\ntitle: Page ${page} on ${paragraphs[page % paragraphs.length]?.slice(0, 24).replaceAll(/[^\w ]/g, '') ?? ''}\n---\n`;
    for (let part = 0; text.length < 4000; part++) {
      const paragraph = paragraphs[(page * 37 + part * 101) % paragraphs.length] ?? '';
      text += part % 4 === 0 ? `\n## Part ${part / 4 + 1}\n\n${paragraph}\n` : `\n${paragraph}\n`;
    }
    writeFileSync(file, text);
  }
}

function readParagraphs(): string[] {
  const corpus = process.env['CORPUS_DIR'];
  const text = corpus
    ? readFileSync(join(corpus, 'tts-handbook/travel-and-leave/leave.md'), 'utf8') +
      readFileSync(
        join(corpus, 'tts-handbook/general-information-and-resources/sensitive-information.md'),
        'utf8',
      )
    : readFileSync('docs/architecture.md', 'utf8') + readFileSync('docs/editing.md', 'utf8');
  return (
    text
      .split(/\n\n+/)
      .filter(
        (paragraph) =>
          /^[A-Z*]/.test(paragraph) &&
          !paragraph.includes('<') &&
          paragraph.length > 80 &&
          !paragraph.includes('\n#'),
      )
      // Remove links: they would be broken, and files with errors are not published.
      .map((paragraph) => paragraph.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1'))
  );
}
