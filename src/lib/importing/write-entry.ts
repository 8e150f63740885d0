import type { Image, RootContent } from 'mdast';
import { mdxToMdast } from 'satteri';
import { stringify } from 'yaml';
import { definitionOf } from '#lib/content/collections.ts';
import { features, type TreeNode } from '#lib/content/checking/mdx-syntax.ts';
import { compareWords } from './compare-words.ts';
import { fitSummary, fitTitle, oneLine } from './entry-fields.ts';
import type { ImportFiles } from './import-files.ts';
import type { PlacedText } from './place-text.ts';
import type { PlannedEntry } from './plan-entries.ts';
import { listWords, readRawWords } from './raw-words.ts';
import type { ReadText } from './read-text.ts';
import type { SourcePicture } from './source-page.ts';
import { plainText } from './text-blocks.ts';
import { writeMdx } from './write-mdx.ts';

/** An entry, and how it compares with its page in the source. */
export type WrittenPage = ReturnType<typeof writeEntry>['page'];

/** The day of news without a date. They stand last in the list. */
const undated = '1970-01-01';

type EntryParts = {
  text: ReadText;
  placed: PlacedText;
  author: string | undefined;
  files: ImportFiles;
};

/** Writes the file of an entry, and compares its words with those of the source. */
export function writeEntry(planned: PlannedEntry, { text, placed, author, files }: EntryParts) {
  const { page, ...place } = planned;
  const { blocks: texts, ...counts } = placed;
  const notes = [...page.notes, ...placed.notes];
  const doubts = [...(page.doubts ?? [])];
  const { title, whole } = fitTitle(page);
  if (whole !== undefined) notes.push('the title was too long: the text starts with all of it');
  const shown = whole === undefined ? [] : [strongLine(whole)];
  const picture = placePicture(page.picture, planned, { files, notes });
  const blocks: RootContent[] = [...shown, ...picture.blocks, ...texts];
  if (blocks.length === 0) doubts.push('it has no text');
  const body = writeMdx(blocks);
  const plain = texts
    .filter(({ type }) => type === 'paragraph')
    .map(plainText)
    .join(' ');
  const { summary, isMade } = fitSummary(page, { title, text: plain });
  const date = page.date ?? page.updated ?? undated;
  if (page.collection === 'news' && page.date === undefined)
    doubts.push(`it has no date, so it is dated ${date}, which never changes: enter the right one`);
  const fields = {
    title,
    summary,
    ...(page.collection === 'news' && { date, author, picture: picture.field }),
    publishAt: page.publishAt,
    unpublishAt: page.unpublishAt,
    updated: page.updated,
    ...(page.collection === 'handbook' && { order: page.order }),
    draft: page.isDraft === true ? true : undefined,
    aliases: planned.aliases.length > 0 ? planned.aliases : undefined,
  };
  const parts = [...(page.leftOut ?? []), ...text.unknown];
  const leftOut = parts.filter(({ isInText }) => !isInText);
  return {
    id: page.id,
    file: place.file,
    text: `${writeFrontMatter(fields)}\n${body}`,
    page: {
      ...place,
      ...counts,
      ...compareWords(
        readRawWords(page.raw),
        [...listWords(whole ?? title), ...readWords(body)],
        leftOut.map(({ source }) => readRawWords({ ...page.raw, text: source })),
      ),
      id: page.id,
      title,
      unknown: parts,
      /** Whether the summary is the start of the text. */
      hasMadeSummary: isMade,
      isDraft: page.isDraft === true,
      doubts,
      notes,
    },
  };
}

/** @param fields those that are undefined are left out */
export function writeFrontMatter(fields: Readonly<Record<string, unknown>>): string {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return `---\n${stringify(given, { lineWidth: 0 })}---\n`;
}

function strongLine(value: string): RootContent {
  return { type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', value }] }] };
}

type PictureOptions = { files: ImportFiles; notes: string[] };

/** News have a picture of their own. Other pages start with it. */
function placePicture(
  picture: SourcePicture | undefined,
  { page, file }: PlannedEntry,
  { files, notes }: PictureOptions,
): { blocks: RootContent[]; field: { file: string; alt: string } | undefined } {
  const none = { blocks: [], field: undefined };
  const url = picture && URL.parse(picture.url);
  if (!url) return none;
  const copied = files.copyPicture(url, file);
  if ('problem' in copied) {
    notes.push(`picture of the page, ${picture.url.slice(0, 300)}: ${copied.problem}`);
    return none;
  }
  const given = oneLine(picture.alt).slice(0, 300);
  const alt = given.length >= 5 ? given : oneLine(`Picture of “${page.title}”`).slice(0, 300);
  if (given.length < 5) notes.push(`say what a picture shows: ${copied.path}`);
  const hasField = definitionOf(page.collection).pictures !== undefined;
  if (hasField) return { blocks: [], field: { file: copied.path, alt } };
  const image: Image = { type: 'image', url: copied.path, alt };
  return { blocks: [{ type: 'paragraph', children: [image] }], field: undefined };
}

/** The words that readers of an entry see. */
export function readWords(body: string): string[] {
  return listWords(textOfTree(mdxToMdast(body, { features }) as TreeNode));
}

const shownAttributes = new Set(['alt', 'caption', 'title']);
const inline = /^(?:text|strong|emphasis|delete|link|inlineCode|mdxJsxTextElement)$/;

function textOfTree(node: TreeNode & { title?: string | null }): string {
  const { type, value = '', alt, title, attributes = [], children = [] } = node;
  const shown = attributes.flatMap((each) =>
    typeof each.value === 'string' && shownAttributes.has(each.name ?? '') ? [each.value] : [],
  );
  const text =
    value +
    [alt, title, ...shown]
      .filter(Boolean)
      .map((each) => ` ${each ?? ''} `)
      .join('');
  const label = type === 'footnoteReference' ? (node.identifier ?? '') : '';
  const all = label + text + children.map(textOfTree).join('');
  const isInWord = inline.test(type) && !/^(?:br|sub|sup)$/.test(node.name ?? '');
  return isInWord ? all : ` ${all} `;
}
