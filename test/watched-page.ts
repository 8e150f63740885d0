/**
 * Follows a page of a watching server as its open page does: requests it at the start and with each event, until it is
 * as expected.
 */
export async function untilPage(
  origin: string,
  path: string,
  isExpected: (page: { status: number; html: string }) => boolean,
): Promise<string> {
  const closed = new AbortController();
  const events = await fetch(`${origin}/.watch/events?path=${encodeURIComponent(path)}`, {
    signal: closed.signal,
  });
  const reader = events.body!.getReader();
  try {
    while (!(await reader.read()).done) {
      const response = await fetch(origin + path, { headers: { Accept: 'text/html' } });
      const html = await response.text();
      if (isExpected({ status: response.status, html })) return html;
    }
    throw new Error(`the events of ${path} ended`);
  } finally {
    closed.abort();
  }
}

/** The text of a page's banner, without tags; undefined without a banner. */
export function bannerOf(html: string): string | undefined {
  const [banner] = /<section class="watch-banner"[^]*?<\/section>/.exec(html) ?? [];
  return banner?.replaceAll(/<[^>]*>/g, ' ');
}
