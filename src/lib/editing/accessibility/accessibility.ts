import { parse } from 'parse5';
import type { Finding } from '#lib/content/checking/problem.ts';
import { readArticle, type Article, type Barrier } from './accessibility-article.ts';
import { checkHeadings } from './check-headings.ts';
import { checkLinks, checkVideos } from './check-links.ts';
import { checkParagraphs } from './check-paragraphs.ts';
import { checkPictures, checkTables } from './check-pictures.ts';
import { findForeignWords } from './foreign-words.ts';
import { findLineOf } from './find-line.ts';

/**
 * Finds accessibility problems (WCAG 2.2) that an editor can fix: headings, links, pictures, tables, languages and
 * writing style. Tests in the browser check the templates.
 * @param html the rendered page
 * @param text its source, to find the lines of problems
 */
export function findAccessibilityProblems(html: string, text: string): Finding[] {
  const article = readArticle(parse(html));
  const barriers = checks.flatMap((check) => check(article));
  const distinct = new Map(barriers.map((barrier) => [`${barrier.message}\n${barrier.words}`, barrier]));
  return [...distinct.values()]
    .map(({ message, fix, words }): Finding => ({
      line: findLineOf(text, words),
      message,
      fix,
      severity: 'warning',
    }))
    .toSorted((a, b) => a.line - b.line);
}

const checks: readonly ((article: Article) => Barrier[])[] = [
  checkHeadings,
  checkLinks,
  checkPictures,
  checkTables,
  checkVideos,
  checkParagraphs,
  findForeignWords,
];
