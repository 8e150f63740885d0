import type { CollectionName } from '#lib/content/collections.ts';
import type { EditorSettings } from '#lib/content/editor-settings.ts';
import type { Pictures } from '#lib/content/documents/content-pictures.ts';
import { sharedStorage, withInstitute } from '#lib/content/current-institute.ts';
import type { Institute } from '#lib/content/institute-schema.ts';
import type { Theme } from '#lib/theme/theme.ts';
import type { RenderedSite } from '#lib/publishing/rendered-site.ts';

/** An entry as Astro's content layer stores it: checked front matter and text. */
export type StoredEntry = {
  id: string;
  data: Readonly<Record<string, unknown>>;
  body?: string;
  /** Relative to the project's folder. */
  filePath?: string;
};

/** The content that pages are rendered from, at one moment. */
export type ContentView = {
  now: Date;
  /** Absolute path of the content's folder, to which the entries' files belong. */
  contentDir: string;
  /**
   * The entries that are visible at that moment; for drafts, also hidden ones. Each state of the content has its own
   * function, which is the cache key of everything derived from the entries.
   */
  entries: (name: CollectionName) => readonly StoredEntry[];
  institute: Institute;
  /** The institute's theme, if it has been created already. */
  theme?: Theme;
  /** Settings that editors can change: the notice, the menus, the home page, the search. */
  editorSettings: EditorSettings;
  /** Paths of the files that a draft shows. Undefined for a publication. */
  shown?: ReadonlySet<string>;
  pictures?: Pictures;
  /** The settings that pages show, if they differ from those of the process that renders. */
  settings?: SiteSettings;
};

/** Settings that pages show. */
export type SiteSettings = { siteUrl: string; contactEmail: string };

/** The renderer of a build: opens the site in the state of a view. */
export type Renderer = (view: ContentView) => RenderedSite;

const views = sharedStorage<ContentView>('content-view');

/** Renders from this content instead of the content of the build. */
export function withContentView<Result>(view: ContentView, render: () => Result): Result {
  return views.run(view, () => withInstitute(view.institute, render));
}

export function currentView(): ContentView | undefined {
  return views.getStore();
}
