import type { StaticRules } from './static-rules.ts';

/**
 * Generates a Cloudflare Worker that responds like the server, from static assets.
 * @param negotiation JavaScript that defines `negotiate(accept)`, without imports and exports
 */
export function writeWorker(
  { pages, keys, templates, moved, types }: StaticRules,
  negotiation: string,
): string {
  return [
    '// Written by npm run export.',
    `const pages = new Set(${JSON.stringify(pages)});`,
    `const keys = new Map(${JSON.stringify([...keys])});`,
    `const templates = ${JSON.stringify(templates)};`,
    `const moved = new Map(${JSON.stringify([...moved])});`,
    `const types = new Map(${JSON.stringify([...types])});`,
    negotiation,
    handler,
  ].join('\n');
}

/** The asset binding serves files under their own names: `html_handling` is off in wrangler.jsonc. */
const handler = `
export default {
  async fetch(request, env) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Use GET or HEAD here.\\n', { status: 405, headers: { Allow: 'GET, HEAD' } });
    }
    const url = new URL(request.url);
    const path = decode(url.pathname);
    const target = moved.get(url.pathname) ?? withoutSuffix(url.pathname);
    if (target !== url.pathname) {
      return new Response(null, { status: 308, headers: { Location: target + url.search, Vary: 'Accept' } });
    }
    const variant = negotiate(request.headers.get('Accept') ?? undefined);
    if (!pages.has(path)) return keys.has(path) ? send(path, path) : missing();
    if (variant === 'none') {
      const text = 'This page is available as text/html and text/markdown.\\n';
      return new Response(text, { status: 406, headers: { Vary: 'Accept, Accept-Encoding' } });
    }
    const name = path === '/' ? '/index' : path;
    return send(variant + ':' + path, name + (variant === 'html' ? '.html' : '.md'));

    async function send(key, file, status = 200) {
      const headers = new Headers(request.headers);
      if (status !== 200) for (const name of ['If-None-Match', 'If-Modified-Since']) headers.delete(name);
      const asset = await env.ASSETS.fetch(new Request(new URL(encodeURI(file), url), { method: request.method, headers }));
      if (asset.status >= 400) return status === 404 ? asset : missing();
      const answer = new Response(asset.body, {
        status: asset.status === 200 ? status : asset.status,
        headers: asset.headers,
      });
      const own = key.replace(/^(html|markdown):/, '').replace(/\\.md$/, '');
      const page = own === '/index' ? '/' : own;
      const twin = page === '/' ? '/index.md' : page + '.md';
      for (const [header, value] of templates[keys.get(key) ?? 0]) {
        answer.headers.set(header, value.replaceAll('{path}', page).replaceAll('{twin}', twin));
      }
      const type = types.get(file) ?? (file.endsWith('.md') ? 'text/markdown' : 'text/html') + '; charset=utf-8';
      answer.headers.set('Content-Type', type);
      return answer;
    }

    function missing() {
      const isMarkdown = path.endsWith('.md') || negotiate(request.headers.get('Accept') ?? undefined) === 'markdown';
      return send('', isMarkdown ? '/404.md' : '/404.html', 404);
    }
  },
};

function withoutSuffix(path) {
  const stripped = path.replace(/\\/$/, '').replace(/\\.html$/, '').replace(/\\/index$/, '');
  return stripped === '' ? '/' : stripped;
}

function decode(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
`;
