import { parse } from 'parse5';
import type { PreviewLink } from '#lib/store/editing-notes.ts';
import type { Person } from '#lib/store/editing-schema.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { documentHeaders } from '#lib/http/security-headers.ts';
import { readInlineCode } from '#lib/publishing/inline-code.ts';
import { previewLinkTexts } from '#lib/i18n/en/preview-links.ts';
import { formatMoment } from '#lib/content/formats.ts';
import { addressOfFile } from '#lib/editing/moved-links.ts';
import { addressBelow, withPrefix } from '#lib/editing/preview-page.ts';
import { readPreview, signPreview } from '#lib/editing/preview-token.ts';
import { overlayOf } from '#lib/editing/review.ts';
import { withoutScripts } from './framed-draft.ts';
import type { Services } from './services.ts';

const day = 24 * 60 * 60 * 1000;
const longest = 30;

/** Makes a link that shows a change set to people without an account. */
export async function makePreviewLink(
  { desk }: Services,
  { form, id, who, now = Date.now() }: { form: FormData; id: string; who: Person; now?: number },
): Promise<void> {
  const days = Number(form.get('days'));
  const file = form.get('file');
  if (!Number.isInteger(days) || days < 1 || days > longest) {
    throw new ApiError('INVALID_REQUEST', {
      message: `A preview link works for 1 to ${longest} days.`,
      resolution: 'Choose when it expires.',
    });
  }
  const drafts = await desk.drafts.list(id);
  const draft = drafts.find(({ path }) => path === file);
  const path = draft ? addressOfFile(draft.path).replace(/#.*$/, '') : '/';
  await desk.previewLinks.add({ changeSet: id, path, expiresAt: now + days * day }, { who, now });
}

/** The whole address of a link, to send to someone. */
export async function previewAddress({ desk, siteUrl }: Services, link: PreviewLink): Promise<string> {
  const token = signPreview(await desk.linkSecrets(), { id: link.id, expiresAt: link.expires_at });
  return `${siteUrl}${addressBelow(token, link.path)}`;
}

/**
 * The page of a preview link: the site with the drafts of its change set. What is not a page of the content, such as the
 * search, is the public one.
 */
export async function respondWithPreview(
  services: Services,
  { token, path, now = Date.now() }: { token: string; path: string; now?: number },
): Promise<Response> {
  const { desk, siteUrl, publication } = services;
  const id = readPreview(await desk.linkSecrets(), token, now);
  const link = id === undefined ? undefined : await desk.previewLinks.find(id);
  if (!link || link.revoked_at !== null || link.expires_at <= now) throw gone();
  const set = await desk.changeSets.find(link.change_set);
  if (!set) throw gone();
  if (set.state === 'published') return redirectTo(path);
  const address = `/${path}`.replace(/(.)\/+$/, '$1');
  const overlay = overlayOf(await desk.drafts.list(link.change_set));
  const { html } = await desk.rendering.render({ overlay, address });
  if (html === undefined) {
    const moved = publication.manifest.redirects.find(({ from }) => from === address);
    return redirectTo(moved ? moved.to : address);
  }
  const note = previewLinkTexts.note(formatMoment(link.expires_at));
  return toPreview(withPrefix(withoutScripts(html), { token, note }), siteUrl);
}

/** Runs no scripts and sends nothing. */
function toPreview(html: string, siteUrl: string): Response {
  const { styles } = readInlineCode(parse(html));
  const policy = [
    "default-src 'none'",
    "img-src 'self'",
    `style-src 'self' ${styles.map((hash) => `'${hash}'`).join(' ')}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const headers = new Headers(
    documentHeaders(siteUrl, { policy }).map(([name, value]): [string, string] => [name, value]),
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(html, { headers });
}

function redirectTo(address: string): Response {
  return new Response(null, {
    status: 302,
    headers: { Location: encodeURI(`/${address.replace(/^\/+/, '')}`) },
  });
}

function gone(): ApiError {
  return new ApiError('NOT_FOUND', previewLinkTexts.gone);
}
