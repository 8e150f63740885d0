import { z } from 'zod';
import { collectionNames, contentCollections } from './collections.ts';
import { addressSchema, field, text } from './fields.ts';
import { productPagesText } from '#lib/i18n/en/navigation.ts';

const linksSchema = z.array(
  z.strictObject({
    title: field(text(1, 40), 'The words of the link.', 'Courses'),
    path: field(addressSchema, 'The page that the link opens, such as /courses.', '/courses'),
  }),
);

/** The menus on every page: `settings/navigation.yaml`. */
export const navigationSchema = z.strictObject({
  main: field(
    linksSchema.min(1).max(12),
    'The links at the top of every page.',
    '[{ title: Courses, path: /courses }]',
  ),
  phoneMenu: field(
    linksSchema.max(12).default([]),
    'Further links in the menu on phones, where the bottom of the page is far away.',
    '[{ title: Fees, path: /fees }]',
  ),
  footer: field(
    linksSchema.max(40).default([]),
    'The links at the bottom of every page.',
    '[{ title: Contact, path: /contact }]',
  ),
});

type Navigation = z.output<typeof navigationSchema>;

/** Used without a settings file: the list pages of the collections, and the pages that every site has. */
export const defaultNavigation: Navigation = {
  main: collectionNames.flatMap((name) => {
    const { base, labels } = contentCollections[name];
    return base === '' ? [] : [{ title: labels.plural, path: base }];
  }),
  phoneMenu: [],
  footer: Object.entries(productPagesText).map(([path, title]) => ({ title, path })),
};
