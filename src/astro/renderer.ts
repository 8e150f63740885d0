import { App } from 'astro/app';
import { createApp } from 'astro/app/entrypoint';
import { StaticPaths } from 'astro:static-paths';
import { withContentView, type ContentView, type Renderer } from '#app/content-view/content-view.ts';
import { listEntries, readEditorSettings } from '#app/content-view/content.ts';
import { readTheme } from '#app/content-view/current-theme.ts';
import type { RenderedPath } from '#lib/publishing/rendered-site.ts';

const { manifest } = createApp({ streaming: false });

/**
 * The entry of the prerender bundle, of which the build contains a copy. Renders the site from a state of its content.
 * Each state has its own app, because Astro caches static paths by manifest.
 */
export const openRenderer: Renderer = (view: ContentView) => {
  const app = new App({ ...manifest }, false);
  const inView = <Result>(render: () => Result) => withContentView(view, render);
  return {
    paths: () => inView(() => new StaticPaths(app).getAll()),
    entries: (name) => inView(() => listEntries(name)),
    editorSettings: () => inView(readEditorSettings),
    theme: () => inView(readTheme),
    renderPath: ({ pathname, route }: RenderedPath, siteUrl) => {
      const path = route.type !== 'page' ? pathname : pathname === '/' ? '/index.html' : `${pathname}.html`;
      return inView(() => app.render(new Request(new URL(path, siteUrl)), { routeData: route }));
    },
  };
};
