import type { RouteData } from 'astro';
import type { CollectionName } from '#lib/content/collections.ts';
import type { EditorSettings } from '#lib/content/editor-settings.ts';
import type { Theme } from '#lib/theme/theme.ts';

/** An address that is rendered when publishing: `/courses/soil-science`. */
export type RenderedPath = { pathname: string; route: RouteData };

type EntryData = { id: string; data: object; filePath?: string };

/** The site, rendered from one state of its content. */
export type RenderedSite = {
  /** The addresses of all prerendered pages and files. */
  paths(): Promise<RenderedPath[]>;
  /** The public entries of a collection. */
  entries(name: CollectionName): Promise<readonly EntryData[]>;
  editorSettings(): Promise<EditorSettings>;
  theme(): Promise<Theme>;
  renderPath(path: RenderedPath, siteUrl: string): Promise<Response>;
};

/** The address of a page or file, without a slash at the end. */
export function addressOf({ pathname }: RenderedPath): string {
  const path = `/${pathname.replace(/^\/|\/$/g, '')}`;
  return path === '/index' ? '/' : path;
}
