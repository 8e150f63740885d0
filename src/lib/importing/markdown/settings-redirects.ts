import { keysOf, linkKey, type SourcePage } from '#lib/importing/source-page.ts';
import { isData, itemsOf, valueAt, type Data } from './parse-settings.ts';
import { listInCode, objectIn, textIn } from './settings-code.ts';

/** An old path, and the path or the file of the page to which it leads. */
export type Redirect = { from: string; to: string };

/** The redirects in the settings of MkDocs, of Docusaurus and of Astro. */
export function redirectsIn(code: string, settings: Data): Redirect[] {
  const plugins = itemsOf(valueAt(settings, 'mkdocs.plugins'));
  const maps = plugins.map((each) => valueAt(each, 'redirects.redirect_maps')).filter(isData);
  const ofManual = maps.flatMap(Object.entries);
  const lists = code.slice(code.search(/\bredirects\s*:|$/)).match(/\{[^{}]*\}/g) ?? [];
  const ofLists = lists.flatMap((each) => {
    const old = listInCode(each, 'from');
    return (old.length > 0 ? old : [textIn(each, 'from')]).map((from) => [from, textIn(each, 'to')]);
  });
  const map = objectIn(code, 'redirects') || '';
  const ofMaps = [...map.matchAll(/["'`]([^"'`\n]+)["'`]\s*:\s*(\{[^{}]*\}|["'`][^"'`\n]+["'`])/g)].map(
    ([, from, to = '']) => [from, to.startsWith('{') ? textIn(to, 'destination') : to.slice(1, -1)],
  );
  return [...ofManual, ...ofLists, ...ofMaps].flatMap(([from, to]: unknown[]) =>
    typeof from === 'string' && typeof to === 'string' ? [{ from, to }] : [],
  );
}

type Site = { redirects: readonly Redirect[]; base: string; origin: string };

/** Gives each page the addresses that redirect to it. @returns also a note for each that leads to no page */
export function addRedirects(pages: readonly SourcePage[], { redirects, base, origin }: Site) {
  const byKey = new Map(pages.flatMap((page) => keysOf(page).map((key) => [key, page])));
  const urlOf = (path: string) => URL.parse(path.replace(/^(?!\/|https?:)/, '/'), origin);
  const targetOf = ({ to }: Redirect) => byKey.get(linkKey(urlOf(to) ?? new URL(origin)));
  const byTarget = Map.groupBy(redirects, targetOf);
  return {
    pages: pages.map((page): SourcePage => {
      const old = (byTarget.get(page) ?? []).flatMap(({ from }) => {
        // MkDocs has the file that was there.
        const path = from.replace(/(?:(?:^|\/)index)?\.md$/, '');
        return URL.parse(base + path.replace(/^(?!\/)/, '/'), origin)?.href ?? [];
      });
      return { ...page, addresses: [...page.addresses, ...old] };
    }),
    notes: (byTarget.get(undefined) ?? []).map(
      ({ from, to }) => `the redirect from \`${from}\` to \`${to}\`, which is no page here`,
    ),
  };
}
