import { isSafeAddress } from '#lib/content/documents/allowed-html.ts';
import type { ImportFiles } from './import-files.ts';
import { decodePath } from '#lib/content/links.ts';
import { hostOf, linkKey, noOrigin, type ImportSource, type SourcePage } from './source-page.ts';

/** An entry that links can lead to. */
export type LinkTargetEntry = {
  address: string;
  /** The URL at the old site, if it has one. */
  old?: string | undefined;
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

type LinkOptions = {
  page: SourcePage;
  /** The anchors of the page itself. */
  anchors: ReadonlyMap<string, string>;
  site: SiteLinks;
  /** Collects what an editor should look at. */
  notes: string[];
};

/** Creates a function that returns the new address of a link; undefined if only its words can stay. */
export function createLinkPlacer(options: LinkOptions): (href: string) => string | undefined {
  const { page, anchors, site, notes } = options;
  return (href) => {
    const given = withoutMark(href.trim());
    if (/^www\./i.test(given)) return `https://${given}`;
    if (given.startsWith('#')) return placeAnchor(given);
    const urls = resolveUrls(given, page);
    const old = URL.parse(given, page.shownAt ?? page.bases[0]);
    if (given === '' || !old || !isSafeAddress(given))
      return drop(`a link led nowhere: "${given.slice(0, 300)}"`);
    if (!isOwn(old, site)) return old.href;
    for (const url of urls) {
      const found = findTarget(url);
      if (found !== undefined) return found;
    }
    const draft = urls.map((url) => site.targets.get(linkKey(url))).find((target) => target !== undefined);
    const left = draft?.old === undefined ? old.href : draft.old + old.hash;
    if (old.origin === noOrigin)
      return drop(
        draft
          ? `a link is left out, since its page is a draft: ${draft.address}`
          : `a link leads to no imported page: ${given.slice(0, 300)}`,
      );
    notes.push(
      draft
        ? `a link goes to the old site, since its page is a draft: ${draft.address}`
        : `a link still leads to the old site: ${left.slice(0, 300)}`,
    );
    return left;
  };

  function findTarget(url: URL): string | undefined {
    const key = linkKey(url);
    const target = site.targets.get(key);
    if (target?.isDraft && page.isDraft !== true) return undefined;
    if (target) return target.address + anchorOf(url, target.anchors);
    const paths = key.includes('?') ? [] : [key || '/', decodePath(url.pathname)];
    const known = paths.find(site.hasAddress);
    return known === undefined ? site.files.copyDownload(url, notes) : encodeURI(known);
  }

  function placeAnchor(given: string): string | undefined {
    if (given === '#' || given === '#top') return undefined;
    const anchor = anchors.get(decodePath(given.slice(1)));
    return anchor === undefined ? drop(`a link leads to no heading: ${given.slice(0, 100)}`) : `#${anchor}`;
  }

  function anchorOf({ hash }: URL, known: ReadonlyMap<string, string>): string {
    const wanted = decodePath(hash.slice(1));
    if (wanted === '') return '';
    const anchor = known.get(wanted);
    if (anchor === undefined) notes.push(`the part of a link leads to no heading: ${hash.slice(0, 100)}`);
    return anchor === undefined ? '' : `#${anchor}`;
  }

  function drop(note: string): string | undefined {
    notes.push(note);
    return undefined;
  }
}

/** The URLs that an address of a page can mean, in the order in which they are tried. */
export function resolveUrls(address: string, { bases, shownAt }: SourcePage): URL[] {
  // A link to a file is relative to the file, any other one to what readers see.
  const isFile = shownAt === undefined || /\.(?:mdx?|markdown)(?:[?#]|$)/i.test(address);
  const plain = withoutMark(address);
  const found = (isFile ? bases : [shownAt, ...bases])
    .map((base) => URL.parse(plain, base))
    .filter((url): url is URL => url !== null);
  return [...new Map(found.map((url) => [url.href, url])).values()];
}

/** Docusaurus has marks for the folder of the site, and for addresses that it does not check. */
function withoutMark(address: string): string {
  return address.replace(/^(?:@site|pathname:\/\/)(?=\/)/, '');
}

/** Whether a URL is of the old site. */
export function isOwn(url: URL, { source }: Pick<SiteLinks, 'source'>): boolean {
  const isWeb = /^https?:$/.test(url.protocol);
  return isWeb && [...source.origins, noOrigin].some((origin) => hostOf(new URL(origin)) === hostOf(url));
}
