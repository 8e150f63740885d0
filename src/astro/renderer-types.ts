import type { RouteData } from 'astro';
import type { ContentView, StoredEntry } from '#app/content-view.ts';
import type { CollectionName } from '#lib/content/collections.ts';

/** An address that is rendered when publishing. */
export type RenderedPath = { pathname: string; route: RouteData };

export type RenderedSite = {
  /** The addresses of all prerendered pages and files. */
  paths(): Promise<RenderedPath[]>;
  /** The public entries of a collection. */
  entries(name: CollectionName): Promise<readonly StoredEntry[]>;
  render(request: Request, routeData: RouteData): Promise<Response>;
  renderPath(path: RenderedPath, siteUrl: string): Promise<Response>;
};

export type Renderer = (view?: ContentView) => RenderedSite;
