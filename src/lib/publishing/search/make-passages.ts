import type { PageContent } from '#lib/publishing/twin/article.ts';
import { toLines, toPlainText } from '#lib/publishing/twin/text-lines.ts';

/** A part of a page that search and chat can find and quote on its own. */
export type Passage = {
  /** Id of the heading to link to; null for the page itself. */
  anchor: string | null;
  /** The page's title. */
  title: string;
  /** Headings of the section from the outside in; none before the first heading. */
  headings: string[];
  /** Plain text with one paragraph, list item or table row per line. */
  text: string;
};

type Section = { anchor: string | null; headings: string[]; chapter: number; lines: string[] };

const maxTokens = 250;
/** Shorter passages are joined. */
const minTokens = 60;

/**
 * Splits the content into passages of at most about 250 tokens, one for each section under an H2 or H3. Splits longer
 * sections between lines, and joins short ones with their neighbour below the same H2. The passages contain every word
 * in order, and every page has at least one passage.
 */
export function toPassages(content: PageContent): Passage[] {
  const { title, description } = content;
  const passages = joinShort(readSections(content)).flatMap(({ anchor, headings, lines }) =>
    cut(lines).map((text) => ({ anchor, title, headings, text })),
  );
  return passages.length > 0 ? passages : [{ anchor: null, title, headings: [], text: description || title }];
}

function readSections({ blocks, title }: PageContent): Section[] {
  let section: Section = { anchor: null, headings: [], chapter: 0, lines: [] };
  const sections = [section];
  let outer: Section | null = null;
  for (const block of blocks) {
    const text = block.type === 'heading' ? toPlainText(block.children).replaceAll('\n', ' ') : '';
    if (block.type === 'heading' && (block.depth === 2 || block.depth === 3)) {
      const parent: Section | null = block.depth === 3 ? outer : null;
      const chapter = parent?.chapter ?? section.chapter + 1;
      section = { anchor: block.data?.id ?? parent?.anchor ?? null, headings: [], chapter, lines: [] };
      section.headings = parent ? [...parent.headings, text] : [text];
      if (block.depth === 2) outer = section;
      sections.push(section);
    } else if (block.type !== 'heading' || block.depth !== 1 || text !== title) {
      section.lines.push(...toLines([block]));
    }
  }
  return sections.filter((one, index) => isKept(one, sections[index + 1]));
}

/**
 * Returns false for a heading that has only subheadings below it, since their passages name it. Any other heading
 * without text is used as the text.
 */
function isKept(section: Section, next: Section | undefined): boolean {
  if (section.lines.length > 0) return true;
  const heading = section.headings.at(-1);
  if (heading === undefined || (next?.chapter === section.chapter && section.headings.length === 1))
    return false;
  section.lines.push(heading);
  return true;
}

function joinShort(sections: Section[]): Section[] {
  const joined: Section[] = [];
  for (const section of sections) {
    const last = joined.at(-1);
    if (last && isJoined(last, section)) {
      last.lines.push(section.headings.at(-1) ?? '', ...section.lines);
    } else {
      joined.push(section);
    }
  }
  return joined;
}

function isJoined(last: Section, next: Section): boolean {
  if (last.chapter !== next.chapter || last.chapter === 0) return false;
  const sizes = [sizeOf(last), sizeOf(next)] as const;
  return Math.min(...sizes) < minTokens && sizes[0] + sizes[1] <= maxTokens;
}

function sizeOf({ lines }: Pick<Section, 'lines'>): number {
  return lines.reduce((sum, line) => sum + countTokens(line), 0);
}

function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/**
 * Cuts passages of about the same size, so that the last one is not much shorter. If a table is cut, each part begins with
 * the names of the columns.
 */
function cut(lines: string[]): string[] {
  const parts = lines.flatMap(cutLine);
  const total = parts.reduce((sum, part) => sum + countTokens(part), 0);
  const target = total / Math.ceil(total / maxTokens);
  const pieces: string[] = [];
  let piece: string[] = [];
  let size = 0;
  for (const part of parts) {
    const tokens = countTokens(part);
    if (piece.length > 0 && (size + tokens > maxTokens || size + tokens / 2 > target)) {
      pieces.push(piece.join('\n'));
      const columns = isRow(part) ? columnsOf(piece) : [];
      piece = columns;
      size = sizeOf({ lines: columns });
    }
    piece.push(part);
    size += tokens;
  }
  return piece.length > 0 ? [...pieces, piece.join('\n')] : pieces;
}

function isRow(line: string): boolean {
  return line.includes(' | ');
}

/** Returns the first row of the table that the lines end with; none if they don't end with a table. */
function columnsOf(lines: readonly string[]): string[] {
  return lines.slice(lines.findLastIndex((line) => !isRow(line)) + 1).slice(0, 1);
}

/** Splits a line that is too long for a passage between sentences, or between words if a sentence is too long. */
function cutLine(line: string): string[] {
  if (countTokens(line) <= maxTokens) return [line];
  const sentences = line.split(/(?<=[.!?])\s+/);
  if (sentences.length > 1) return sentences.flatMap(cutLine);
  const middle = line.indexOf(' ', line.length / 2);
  return middle === -1 ? [line] : [...cutLine(line.slice(0, middle)), ...cutLine(line.slice(middle + 1))];
}
