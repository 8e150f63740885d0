import { escapeHtml } from '#lib/content/html-text.ts';

/** The address at which a preview shows a page of the site. */
export function addressBelow(token: string, path: string): string {
  return `/preview/${token}${path === '/' ? '' : path}`;
}

/** Rewrites links to the site's pages so that they stay in the preview, and adds a note that this is a preview. */
export function withPrefix(html: string, { token, note }: { token: string; note: string }): string {
  const links = /(<a\b[^>]*?\shref=")(\/(?!\/|_astro\/|pagefind\/|staff(?:[/"])|api\/)[^"]*)(")/g;
  const linked = html.replaceAll(links, (_, before: string, path: string, after: string) => {
    const isFile = /\.[a-z\d]+(?:[?#]|$)/i.test(path);
    return before + (isFile ? path : addressBelow(token, path)) + after;
  });
  const banner = `<aside class="site-notice"><p class="wide">${escapeHtml(note)}</p></aside>`;
  return linked
    .replace(/<meta name="robots"[^>]*>/, '')
    .replace('</head>', '<meta name="robots" content="noindex,nofollow"></head>')
    .replace(/<body\b[^>]*>/, (tag) => tag + banner);
}
