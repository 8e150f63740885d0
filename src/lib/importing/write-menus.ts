import { stringify } from 'yaml';
import type { ImportedPage } from './import-content.ts';
import { keysOf, linkKey, type ImportSource } from './source-page.ts';

/** Writes the menus of the source in the format of `settings/navigation.yaml`, with the new addresses. */
export function writeMenus({ menus, pages }: ImportSource, imported: readonly ImportedPage[]): string {
  const addresses = new Map(imported.map(({ id, address }) => [id, address]));
  const byUrl = new Map(
    pages.flatMap((page) => keysOf(page).map((key) => [key, addresses.get(page.id)] as const)),
  );
  const places = Map.groupBy(menus, ({ menu }) => menu || 'menu');
  const lists = [...places].map(([menu, items]) => [
    menu,
    items.map(({ title, url }) => {
      const parsed = URL.parse(url);
      return { title, path: (parsed && byUrl.get(linkKey(parsed))) ?? url };
    }),
  ]);
  return stringify(Object.fromEntries(lists), { lineWidth: 0 });
}
