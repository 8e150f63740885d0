import { decodePath } from '#lib/content/links.ts';
import type { CollectionName } from '#lib/content/collections.ts';
import type { HtmlElement } from './html-tree.ts';
import type { Day } from '#lib/content/terms.ts';
import type { RawText } from './raw-words.ts';

/** The collections that imported pages can become entries of. */
export type TargetCollection = Extract<CollectionName, 'pages' | 'news' | 'handbook'>;

/** A page of another system, with its text as HTML. */
export type SourcePage = {
  /** Identifies the page in its source, the same in every export. */
  id: string;
  title: string;
  html: string;
  /** What the source has, before any conversion: the words of the entry are compared with it. */
  raw: RawText;
  collection: TargetCollection;
  /** The wanted file below the folder of the collection, without its extension, and a second choice. */
  name: string;
  otherName?: string | undefined;
  /** The addresses that readers know, as URLs. The first one is the page's own. */
  addresses: readonly string[];
  /** Further URLs by which texts of the source may link to the page. */
  linkedAs?: readonly string[];
  /** The URLs to which links and pictures in the text are relative, in the order in which they are tried. */
  bases: readonly string[];
  /** The URL at which readers saw the text, if it is not the first base. */
  shownAt?: string | undefined;
  summary?: string | undefined;
  /** The day of publication, for news. */
  date?: Day | undefined;
  /** As in front matter: a day or a time. */
  publishAt?: string | undefined;
  unpublishAt?: string | undefined;
  updated?: Day | undefined;
  order?: number | undefined;
  isDraft?: boolean | undefined;
  author?: string | undefined;
  /** The picture of the whole page. */
  picture?: SourcePicture | undefined;
  /** Changes the parsed text before it is converted, and collects what it left out. */
  prepare?: (root: HtmlElement, leftOut: UnknownPart[]) => void;
  /** Parts of the raw text that are not in `html` on purpose, such as the menus of the site. */
  leftOut?: readonly UnknownPart[];
  /** What the importer is not sure of, such as why a page is a draft. It stands first in the report. */
  doubts?: readonly string[];
  /** What an editor should know about it. */
  notes: readonly string[];
};

export type SourcePicture = { url: string; alt: string };

/** A link of a menu of the source. */
export type SourceMenuItem = { menu: string; title: string; url: string };

/** The content of another system, read by one of the importers. */
export type ImportSource = {
  /** As in the command: wordpress. */
  kind: string;
  pages: readonly SourcePage[];
  /** The origins of the old site. Links to them, also with another scheme or `www`, are links of the site itself. */
  origins: readonly string[];
  /** The file of a URL on this machine. */
  findFile: (url: URL) => string | undefined;
  /** The description of a picture, from the media library of the source. */
  describePicture?: (url: URL) => string | undefined;
  menus: readonly SourceMenuItem[];
  /** What was left out of the import, or cannot be imported. */
  notes: readonly string[];
};

/** An element without Markdown syntax. Its source is in the text, fenced, or only in the report. */
export type UnknownPart = { what: string; source: string; isInText: boolean };

/** The origin of sources without addresses, such as folders of Markdown. */
export const noOrigin = 'https://folder.invalid';

/** The host of a URL, without `www`. */
export function hostOf({ host }: URL): string {
  return host.replace(/^www\./, '');
}

/** Parameters that say where a visitor came from, not which page it is. */
const campaign = /^(?:utm_\w+|fbclid|gclid|mc_[ce]id)$/;

/** The key under which a link finds its page: the path without slash, extension and case, with its query. */
export function linkKey({ pathname, search }: URL): string {
  const path = decodePath(pathname)
    .replace(/\/+$/, '')
    .replace(/\.(?:x?html?|mdx?|markdown|php)$/i, '')
    .replace(/\/_?index$/i, '');
  const query = new URLSearchParams(search);
  for (const name of [...query.keys()].filter((each) => campaign.test(each))) query.delete(name);
  return path.toLowerCase() + (query.size > 0 ? `?${query.toString()}` : '');
}

/** The keys of all addresses of a page. */
export function keysOf({ addresses, linkedAs = [] }: SourcePage): string[] {
  const urls = [...addresses, ...linkedAs].filter(Boolean).flatMap((url) => URL.parse(url, noOrigin) ?? []);
  return [...new Set(urls.map(linkKey))];
}

/** The URL of a file at the root of a site. */
export function fileUrlOf(file: string, origin: string): string {
  return new URL(file.split('/').map(encodeURIComponent).join('/'), `${origin}/`).href;
}
