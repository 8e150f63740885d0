import { browserToolErrors as errors } from '#lib/i18n/en/mcp.ts';
import { textsOf, type PageTool } from './browser-tool.ts';

export const openPageTool: PageTool = {
  name: 'open_page',
  title: 'Open a page',
  description:
    'Opens another page of this site for the person, in this tab. Give its URL, such as one that search returned. Other sites can’t be opened.',
  inputSchema: {
    type: 'object',
    properties: { url: { type: 'string', description: 'URL or path of the page: /courses' } },
    required: ['url'],
  },
  annotations: { readOnlyHint: false },
  async execute(input, { signal } = {}) {
    const { url = '' } = textsOf(input);
    const target = URL.canParse(url, location.href) ? new URL(url, location.href) : undefined;
    if (target?.origin !== location.origin) return { error: errors.notOnSite({ url: url || 'That' }) };
    target.username = target.password = '';
    if (/^\/+(api|mcp)(\/|$)/.test(target.pathname)) return { error: errors.forPrograms };
    try {
      const { ok } = await fetch(target, { method: 'HEAD', signal: signal ?? null });
      if (!ok) return { error: errors.noPage({ url: target.href }) };
    } catch {
      return { error: errors.unreachable };
    }
    goTo(target);
    return { opening: target.href };
  },
};

/** Navigates after the tool has returned, because its result would be lost with the page. */
export function goTo(target: URL): void {
  setTimeout(() => location.assign(target), 0);
}
