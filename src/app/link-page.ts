import type { AstroGlobal } from 'astro';
import { answerLink } from '#lib/http/form-page.ts';
import { requireOwnOrigin } from '#lib/http/own-origin.ts';
import type { Forms } from './form-services.ts';

type Page = Pick<AstroGlobal, 'request' | 'locals' | 'response'>;

/** Opens the page of a link in an email. Only pages of this site may post to it. */
export function openLinkPage(
  page: Page,
  name: string,
  act: (token: string, forms: Forms) => Promise<string>,
) {
  const { services } = page.locals;
  return answerLink(page, name, async (token) => {
    requireOwnOrigin(page.request, services.site.siteUrl);
    return act(token, await services.forms.open());
  });
}
