import { parse } from 'parse5';
import { documentHeaders } from '#lib/http/security-headers.ts';
import { readInlineCode } from '#lib/publishing/inline-code.ts';

/** A page with drafts, without scripts and with forms disabled. @param isFramed whether the desk shows it in a frame */
export function toDraftResponse(
  page: string,
  { siteUrl, isFramed }: { siteUrl: string; isFramed: boolean },
): Response {
  const html = withoutScripts(page);
  const { styles } = readInlineCode(parse(html));
  const policy = [
    "default-src 'none'",
    "img-src 'self'",
    `style-src 'self' ${styles.map((hash) => `'${hash}'`).join(' ')}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ...(isFramed ? ["frame-ancestors 'self'", 'sandbox allow-same-origin'] : ["frame-ancestors 'none'"]),
  ].join('; ');
  const headers = new Headers(
    documentHeaders(siteUrl, { policy }).map(([name, value]): [string, string] => [name, value]),
  );
  if (isFramed) headers.set('X-Frame-Options', 'SAMEORIGIN');
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Cache-Control', 'no-store');
  return new Response(html, { headers });
}

/** Removes scripts, because the browser would report each blocked one in its console. */
export function withoutScripts(html: string): string {
  return html.replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, '');
}
