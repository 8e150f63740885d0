import { institute } from '#lib/content/current-institute.ts';
import type { DraftPage } from '#lib/editing/desk.ts';
import { toDraftResponse, withoutScripts } from './draft-response.ts';
import { withDraftPictures } from './editor-pictures.ts';
import type { DeskServices } from './require-desk.ts';

/** The body of a page, to patch the page in the frame with. */
export function toFramedBody(html: string, { site: { publication } }: DeskServices): string {
  return withDraftPictures(withoutScripts(html.slice(html.indexOf('<body'))), publication.manifest);
}

const missingPage =
  () => `<!doctype html><html lang="${institute().locale}"><head><meta charset="utf-8"><title>No page</title></head>
<body><main><p>This text has no page yet: correct the problems that are listed with it.</p></main></body></html>`;

/** The page of a draft for the frame, or a page that says that there is none. */
export function toFramedDraft({ html }: DraftPage, { site }: DeskServices): Response {
  const page = withDraftPictures(html ?? missingPage(), site.publication.manifest);
  return toDraftResponse(page, { siteUrl: site.siteUrl, isFramed: true });
}
