import type { DraftInput, DraftPage } from '#lib/editing/desk.ts';
import { createProblemsElsewhere } from '#lib/editing/review/problems-elsewhere.ts';
import { findAccessibilityProblems } from '#lib/editing/accessibility/accessibility.ts';
import { addressOf, type RenderedPath } from '#lib/publishing/rendered-site.ts';
import type { Sources } from '#lib/publishing/activation/sources.ts';
import type { ContentView, Renderer } from '#app/content-view/content-view.ts';
import type { SiteContent } from '#app/content-view/site-content.ts';
import type { TextProbe } from '#app/publisher/text-probe.ts';
import { createDraftSourceFiles } from './draft-source-files.ts';

type DraftRendererOptions = {
  readSources: () => Promise<Sources>;
  content: SiteContent;
  openRenderer: Renderer;
  siteUrl: string;
  /** Finds texts that must not be parsed. */
  probe: TextProbe['probe'];
};

/** Creates a function that renders a page from unsaved texts on top of the content of the next publication. */
export function createDraftRenderer(options: DraftRendererOptions) {
  const { readSources, content, openRenderer, siteUrl, probe } = options;
  const toFile = createDraftSourceFiles();
  const routes = new Map<string, RenderedPath>();
  const findElsewhere = createProblemsElsewhere({ check: content.listProblems, parse: content.entryOf });

  function withOverlay(sources: Sources, overlay: DraftInput['overlay']): Sources {
    const all = new Map(sources);
    for (const [path, text] of Object.entries(overlay)) {
      if (text === null) all.delete(path);
      else all.set(path, toFile(path, text));
    }
    return all;
  }

  async function renderPage(address: string, view: ContentView) {
    const site = openRenderer(view);
    // List all addresses only for an unknown one, because that takes longer than rendering a page.
    const route = routes.get(address) ?? (await site.paths()).find((each) => addressOf(each) === address);
    if (!route) return undefined;
    const response = await site.renderPath(route, siteUrl);
    if (!response.ok) {
      routes.delete(address);
      return undefined;
    }
    routes.set(address, route);
    return response.text();
  }

  return async (
    { overlay, file, address, checksAccessibility, checksElsewhere }: DraftInput,
    now = new Date(),
  ): Promise<DraftPage> => {
    const published = await readSources();
    const sources = withOverlay(published, overlay);
    await probe(Object.keys(overlay).flatMap((path) => sources.get(path) ?? []));
    const source = file === undefined ? undefined : sources.get(file);
    const problems = source ? content.problemsIn(sources, source, { now, published }) : [];
    const shown = address ?? (source && content.addressOf(source));
    const isFatal = content.hasFatalProblem(source);
    const path = isFatal ? undefined : shown?.replace(/#.*$/, '');
    const view = content.view(sources, now, new Set([...Object.keys(overlay), ...(file ? [file] : [])]));
    const html = path === undefined ? undefined : await renderPage(path, view);
    const barriers =
      checksAccessibility && html !== undefined && source?.text !== undefined
        ? findAccessibilityProblems(html, source.text)
        : [];
    // Both checks find headings that skip a level: report them once.
    const accessibility = barriers.filter(
      ({ line, message }) =>
        !problems.some((problem) => problem.line === line && problem.message.startsWith(message)),
    );
    const changed = Object.keys(overlay);
    const elsewhere = checksElsewhere ? findElsewhere(published, sources, { changed, now }) : [];
    return { html, problems, accessibility, elsewhere, address: shown };
  };
}
