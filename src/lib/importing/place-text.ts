import type { Image, Link, Nodes, Parents, PhrasingContent, RootContent } from 'mdast';
import { isSafeAddress } from '#lib/content/documents/allowed-html.ts';
import { oneLine } from './entry-fields.ts';
import type { ImportFiles } from './import-files.ts';
import type { PlannedEntry } from './plan-entries.ts';
import { plainText } from './read-text.ts';
import { decodePath, linkKey, noOrigin, type ImportSource } from './source-page.ts';
import { writeTag } from './write-mdx.ts';

/** An entry that links can lead to. */
export type LinkTargetEntry = {
  address: string;
  isDraft: boolean;
  anchors: ReadonlyMap<string, string>;
};

export type SiteLinks = {
  source: Pick<ImportSource, 'origins' | 'describePicture'>;
  /** By `linkKey`. */
  targets: ReadonlyMap<string, LinkTargetEntry>;
  /** Whether the new site has an address without this import. */
  hasAddress: (address: string) => boolean;
  files: ImportFiles;
};

export type PlacedText = {
  blocks: RootContent[];
  links: number;
  pictures: number;
  missingPictures: number;
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
  const isDraft = planned.page.isDraft === true;
  const root: Parents = { type: 'root', children: structuredClone([...blocks]) };
  placeChildren(root, false);
  placed.blocks = root.children.map(toFigure);
  return placed;

  function placeChildren(parent: Parents, isInLink: boolean): void {
    const children = (parent.children as Nodes[]).flatMap((child): Nodes[] => {
      if (child.type === 'image') return placePicture(child, isInLink);
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
    const files = resolve(href).filter((url) => isOwn(url) && pictureFile.test(url.pathname));
    for (const url of files) site.files.copyDownload(url);
    return files.length > 0;
  }

  function placePicture(image: Image, isInLink: boolean): PhrasingContent[] {
    const url = resolve(image.url)[0];
    const copied = url ? findPicture(image.url) : { problem: 'its address is wrong' };
    const alt = describe(image, url);
    if ('path' in copied) {
      placed.pictures += 1;
      if (!alt.isKnown) placed.notes.push(`picture ${copied.path}: say what it shows`);
      return [{ ...image, url: encodeURI(copied.path), alt: alt.text }];
    }
    placed.missingPictures += 1;
    placed.notes.push(`picture ${oneLine(image.url).slice(0, 300)}: ${copied.problem}`);
    const words = oneLine([alt.text, image.title].filter(Boolean).join(': '));
    const text: PhrasingContent = { type: 'text', value: words };
    const isShown = url !== undefined && url.origin !== noOrigin && isSafeAddress(url.href);
    return isInLink || !isShown ? [text] : [{ type: 'link', url: url.href, children: [text] }];
  }

  function findPicture(src: string) {
    const tried = resolve(src).map((each) => site.files.copyPicture(each, planned.file));
    return tried.find((each) => 'path' in each) ?? tried[0] ?? { problem: 'its address is wrong' };
  }

  function describe({ alt, title }: Image, url: URL | undefined): { text: string; isKnown: boolean } {
    const known = oneLine(alt ?? '') || oneLine((url && site.source.describePicture?.(url)) ?? '');
    if (known) return { text: known, isKnown: true };
    if (title) return { text: oneLine(title), isKnown: false };
    const name = decodePath(url?.pathname.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
    return { text: oneLine(name.replaceAll(/[-_]+/g, ' ')) || 'Picture', isKnown: false };
  }

  /** @returns undefined if only the words of the link can stay */
  function placeLink(href: string): string | undefined {
    const given = href.trim();
    if (/^www\./i.test(given)) return `https://${given}`;
    if (given.startsWith('#')) return placeAnchor(given);
    const urls = resolve(given);
    if (given === '' || urls.length === 0 || !isSafeAddress(given))
      return drop(`the link to "${given.slice(0, 300)}" led nowhere`);
    const [first] = urls;
    if (first && !isOwn(first)) return first.href;
    for (const url of urls) {
      const found = findTarget(url);
      if (found !== undefined) return found;
    }
    const [old] = urls;
    if (!old || old.origin === noOrigin)
      return drop(`the link to ${given.slice(0, 300)} leads to no imported page`);
    placed.notes.push(`the link to ${old.href.slice(0, 300)} still leads to the old site`);
    return old.href;
  }

  function findTarget(url: URL): string | undefined {
    const target = site.targets.get(linkKey(url));
    if (target?.isDraft && !isDraft) {
      placed.notes.push(`a link leads to ${target.address}, which is a draft: it goes to the old site`);
      return undefined;
    }
    if (target) return target.address + anchorOf(url, target.anchors);
    const known = [linkKey(url) || '/', decodePath(url.pathname)].find(site.hasAddress);
    return known === undefined ? site.files.copyDownload(url) : encodeURI(known);
  }

  function placeAnchor(given: string): string | undefined {
    if (given === '#' || given === '#top') return drop('a link to the top of the page is not needed');
    const anchor = anchors.get(decodePath(given.slice(1)));
    return anchor === undefined
      ? drop(`the link to ${given.slice(0, 100)} leads to no heading`)
      : `#${anchor}`;
  }

  function anchorOf({ hash }: URL, known: ReadonlyMap<string, string>): string {
    const wanted = decodePath(hash.slice(1));
    if (wanted === '') return '';
    const anchor = known.get(wanted);
    if (anchor === undefined)
      placed.notes.push(`the part ${hash.slice(0, 100)} of a link leads to no heading`);
    return anchor === undefined ? '' : `#${anchor}`;
  }

  function drop(note: string): string | undefined {
    placed.notes.push(note);
    return undefined;
  }

  function resolve(address: string): URL[] {
    const urls = planned.page.bases.map((base) => URL.parse(address, base));
    const found = urls.filter((url): url is URL => url !== null);
    return [...new Map(found.map((url) => [url.href, url])).values()];
  }

  function isOwn({ origin }: URL): boolean {
    return site.source.origins.includes(origin) || origin === noOrigin;
  }
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
