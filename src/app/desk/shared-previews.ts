import type { PreviewLink } from '#lib/store/desk/editing-notes.ts';
import type { Person } from '#lib/store/desk-schema.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { previewLinkErrors } from '#lib/i18n/en/desk.ts';
import { previewLinkTexts } from '#lib/i18n/en/preview-links.ts';
import { draftAddressOf } from '#lib/content/draft-pages.ts';
import { formatMoment } from '#lib/content/formats.ts';
import { requireRepository } from '#lib/editing/desk.ts';
import { isText, overlayOf } from '#lib/editing/draft-files.ts';
import { yamlFileOf } from '#lib/editing/yaml-files.ts';
import { addressOfFile } from '#lib/editing/moved-links.ts';
import { addressBelow, withPrefix } from '#lib/editing/review/preview-page.ts';
import { readPreview, signPreview } from '#lib/editing/review/preview-token.ts';
import { toDraftResponse } from './draft-response.ts';
import { readDraftPicture, withDraftPictures } from './editor-pictures.ts';
import type { DeskServices } from './require-desk.ts';

const day = 24 * 60 * 60 * 1000;
const longest = 30;

/** Creates a link that shows a change set to people without an account. */
export async function makePreviewLink(
  { desk }: DeskServices,
  { form, id, who, now = Date.now() }: { form: FormData; id: string; who: Person; now?: number },
): Promise<void> {
  requireRepository(desk);
  const days = Number(form.get('days'));
  const file = form.get('file');
  if (!Number.isInteger(days) || days < 1 || days > longest) {
    throw new ApiError('INVALID_REQUEST', previewLinkErrors.days({ max: longest }));
  }
  const drafts = await desk.drafts.list(id);
  if (drafts.length === 0) throw new ApiError('INVALID_REQUEST', previewLinkErrors.noChanges);
  const draft = drafts.find(({ path }) => path === file);
  const path = draft && isText(draft.path) ? pageOf(draft.path) : '/';
  await desk.previewLinks.add({ changeSet: id, path, expiresAt: now + days * day }, { who, now });
}

/** The page that shows a file. For settings without a page of drafts, the home page. */
function pageOf(file: string): string {
  const address = draftAddressOf(file);
  if (address !== undefined) return address;
  return yamlFileOf(file) ? '/' : addressOfFile(file).replace(/#.*$/, '');
}

/** The absolute URL of a preview link. */
export async function previewAddress({ desk, site }: DeskServices, link: PreviewLink): Promise<string> {
  const token = signPreview(await desk.linkSecrets(), { id: link.id, expiresAt: link.expires_at });
  return `${site.siteUrl}${addressBelow(token, link.path)}`;
}

/**
 * A page of a preview link: the site with the drafts of its change set. Pages without content, such as the search, are
 * the public ones.
 */
export async function respondWithPreview(
  services: DeskServices,
  { token, path, now = Date.now() }: { token: string; path: string; now?: number },
): Promise<Response> {
  const { desk, site } = services;
  const { publication, siteUrl } = site;
  const { link, set } = await requireLink(services, { token, now });
  const [, picture] = pictureAddress.exec(path) ?? [];
  if (picture !== undefined) {
    return readDraftPicture(services, { name: picture, changeSet: set.id, cache: 'no-store' });
  }
  if (set.state === 'published') return redirectTo(path);
  const address = `/${path}`.replace(/(.)\/+$/, '$1');
  const overlay = overlayOf(await desk.drafts.list(set.id));
  const { html } = await desk.rendering.render({ overlay, address });
  if (html === undefined) {
    const moved = publication.manifest.redirects.find(({ from }) => from === address);
    return redirectTo(moved ? moved.to : address);
  }
  const note = previewLinkTexts.note(formatMoment(link.expires_at));
  const page = withDraftPictures(html, publication.manifest, (name) =>
    addressBelow(token, `/_astro/${name}`),
  );
  return toDraftResponse(withPrefix(page, { token, note }), { siteUrl, isFramed: false });
}

/** The path of a picture within a preview: the same as on the published site. */
const pictureAddress = /^_astro\/([^/]+)$/;

/** @throws ApiError NOT_FOUND if the link expired, was revoked or never existed */
async function requireLink({ desk }: DeskServices, { token, now }: { token: string; now: number }) {
  const id = readPreview(await desk.linkSecrets(), token, now);
  const link = id === undefined ? undefined : await desk.previewLinks.find(id);
  if (!link || link.revoked_at !== null || link.expires_at <= now) throw gone();
  const set = await desk.changeSets.find(link.change_set);
  if (!set) throw gone();
  return { link, set };
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
