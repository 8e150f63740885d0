import { parse } from 'parse5';
import { site } from '#site';
import { documentHeaders } from '#lib/http/security-headers.ts';
import { readInlineCode } from '#lib/publishing/inline-code.ts';
import type { Draft } from './draft-renderer.ts';
import { withDraftPictures } from './editor-pictures.ts';
import type { Services } from './services.ts';

/** The body of a page, to update a page in the frame with. */
export function toFramedBody(html: string, { publication }: Services): string {
  return withDraftPictures(withoutScripts(html.slice(html.indexOf('<body'))), publication.manifest);
}

/** A page in the editor's frame: without scripts, and only there. */
function toFramedPage(page: string, siteUrl: string): Response {
  const html = withoutScripts(page);
  const { styles } = readInlineCode(parse(html));
  const policy = [
    "default-src 'none'",
    "img-src 'self'",
    `style-src 'self' ${styles.map((hash) => `'${hash}'`).join(' ')}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin',
  ].join('; ');
  return new Response(html, {
    headers: [
      ...documentHeaders(siteUrl, { policy }).filter(([name]) => name !== 'X-Frame-Options'),
      ['X-Frame-Options', 'SAMEORIGIN'],
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Cache-Control', 'no-store'],
    ].map(([name = '', value = '']): [string, string] => [name, value]),
  });
}

/** The frame would refuse each of them, and say so in the console. */
export function withoutScripts(html: string): string {
  return html.replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, '');
}

const missingPage = `<!doctype html><html lang="${site.locale}"><head><meta charset="utf-8"><title>No page</title></head>
<body><main><p>This text has no page yet: correct the problems that are listed with it.</p></main></body></html>`;

/** The page of a draft for the frame, or a page that says that there is none. */
export function toFramedDraft({ html }: Draft, { publication, siteUrl }: Services): Response {
  return toFramedPage(withDraftPictures(html ?? missingPage, publication.manifest), siteUrl);
}
