import type { Image, Link, Nodes, Parents, PhrasingContent, RootContent } from 'mdast';
import { isSafeAddress } from '#lib/content/documents/allowed-html.ts';
import { oneLine } from './entry-fields.ts';
import { createLinkPlacer, isOwn, resolveUrls, type SiteLinks } from './place-links.ts';
import type { PlannedEntry } from './plan-entries.ts';
import { decodePath } from '#lib/content/links.ts';
import { noOrigin } from './source-page.ts';
import { plainText } from './text-blocks.ts';
import { writeTag } from './write-mdx.ts';

export type PlacedText = {
  blocks: RootContent[];
  links: number;
  pictures: number;
  missingPictures: number;
  /** What an editor should look at. */
  notes: string[];
};

const pictureFile = /\.(?:jpe?g|png|gif|webp|avif)$/i;

/** Replaces the links and pictures of the source by those of the institute’s folder. */
export function placeText(
  blocks: readonly RootContent[],
  planned: PlannedEntry,
  anchors: ReadonlyMap<string, string>,
  site: SiteLinks,
): PlacedText {
  const placed: PlacedText = { blocks: [], links: 0, pictures: 0, missingPictures: 0, notes: [] };
  const { page } = planned;
  const placeLink = createLinkPlacer({ page, anchors, site, notes: placed.notes });
  const root: Parents = { type: 'root', children: structuredClone([...blocks]) };
  placeChildren(root, false);
  placed.blocks = root.children.map(toFigure);
  return placed;

  function placeChildren(parent: Parents, isInLink: boolean): void {
    const children = (parent.children as Nodes[]).flatMap((child, at, all): Nodes[] => {
      if (child.type === 'image') return placePicture(child, isInLink, all[at + 1]);
      if ('children' in child) placeChildren(child, isInLink || child.type === 'link');
      if (child.type !== 'link') return [child];
      if (isEnlargement(child)) return child.children;
      const url = placeLink(child.url);
      if (url === undefined) return child.children;
      placed.links += 1;
      return child.children.length === 0 ? [] : [{ ...child, url }];
    });
    parent.children = children as typeof parent.children;
  }

  /** Whether a link shows the file of its picture. The address of this file stays. */
  function isEnlargement({ url: href, children }: Link): boolean {
    if (children.length !== 1 || children[0]?.type !== 'image') return false;
    const files = resolveUrls(href, page).filter((url) => isOwn(url, site) && pictureFile.test(url.pathname));
    for (const url of files) site.files.copyDownload(url, placed.notes);
    return files.length > 0;
  }

  function placePicture(image: Image, isInLink: boolean, next: Nodes | undefined): PhrasingContent[] {
    const url = resolveUrls(image.url, page)[0];
    const copied = url ? findPicture(image.url) : { problem: 'its address is wrong' };
    const alt = describe(image, url, site);
    if ('path' in copied) {
      placed.pictures += 1;
      if (!alt.isKnown) placed.notes.push(`say what a picture shows: ${copied.path}`);
      return [{ ...image, url: encodeURI(copied.path), alt: alt.text }];
    }
    placed.missingPictures += 1;
    placed.notes.push(`a picture is not here, ${copied.problem}: ${oneLine(image.url).slice(0, 300)}`);
    const words = oneLine([alt.text, image.title].filter(Boolean).join(': '));
    const text: PhrasingContent = { type: 'text', value: words };
    const isShown = url !== undefined && url.origin !== noOrigin && isSafeAddress(url.href);
    const isApart = !next || next.type === 'break' || (next.type === 'text' && /^\s/.test(next.value));
    return [
      isInLink || !isShown ? text : { type: 'link', url: url.href, children: [text] },
      ...(isApart ? [] : [{ type: 'text', value: ' ' } as const]),
    ];
  }

  function findPicture(src: string) {
    const tried = resolveUrls(src, page).map((each) => site.files.copyPicture(each, planned.file));
    return tried.find((each) => 'path' in each) ?? tried[0] ?? { problem: 'its address is wrong' };
  }
}

/** The description of a picture: its own, else its caption or the name of its file. */
function describe(
  { alt, title }: Image,
  url: URL | undefined,
  { source }: SiteLinks,
): { text: string; isKnown: boolean } {
  const known = oneLine(alt ?? '') || oneLine((url && source.describePicture?.(url)) ?? '');
  if (known) return { text: known, isKnown: true };
  if (title) return { text: oneLine(title), isKnown: false };
  const name = decodePath(url?.pathname.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
  return { text: oneLine(name.replaceAll(/[-_]+/g, ' ')) || 'Picture', isKnown: false };
}

/** A picture with a caption that stands alone becomes a Figure. */
function toFigure(block: RootContent): RootContent {
  if (block.type !== 'paragraph') return block;
  const [image, other] = block.children.filter(
    (child) => plainText(child).trim() !== '' || child.type === 'image',
  );
  if (image?.type !== 'image' || other || !image.title) return block;
  const value = writeTag('Figure', { src: image.url, alt: image.alt ?? '', caption: image.title });
  return { type: 'html', value };
}
