import { contentCollections } from '#lib/content/collections.ts';
import { navigationText } from '#lib/i18n/en/navigation.ts';
import type * as schema from 'schema-dts';

// The types of schema-dts also allow a plain address (string) in place of each object.
type EducationalOrganization = Exclude<schema.EducationalOrganization, string>;
type WebSite = Exclude<schema.WebSite, string>;
type BreadcrumbList = Exclude<schema.BreadcrumbList, string>;
type NewsArticle = Exclude<schema.NewsArticle, string>;

/** The institute's facts. */
export type DescribedInstitute = {
  name: string;
  shortName: string;
  description: string;
  locale: string;
  email: string;
  telephone: string;
  address: {
    street: string;
    locality: string;
    region: string;
    postalCode: string;
    country: string;
  };
};

type NamedPage = { title: string; path?: string | undefined };

type Described = { title: string; summary: string; path: string; updated?: string | undefined };
type Article = Described & {
  picture?: string | undefined;
  date: string;
  author?: { name: string; path: string } | undefined;
};

/** The `@id` of the institute. Other objects refer to it. */
const instituteId = (siteUrl: string) => `${siteUrl}/#institute`;

/** A reference to the institute, with the properties that consumers need if they do not resolve the id. */
export function provider(institute: DescribedInstitute, siteUrl: string) {
  return {
    '@type': 'EducationalOrganization',
    '@id': instituteId(siteUrl),
    name: institute.name,
    url: `${siteUrl}/`,
  } as const satisfies EducationalOrganization;
}

/** The institute and its site with its search, for the home page (schema.org). */
export function describeInstitute(
  institute: DescribedInstitute,
  siteUrl: string,
): [EducationalOrganization, WebSite] {
  const { address } = institute;
  const organization = {
    ...provider(institute, siteUrl),
    alternateName: institute.shortName,
    description: institute.description,
    logo: `${siteUrl}/icon.svg`,
    email: institute.email,
    telephone: institute.telephone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.locality,
      addressRegion: address.region,
      postalCode: address.postalCode,
      addressCountry: address.country,
    },
  } satisfies EducationalOrganization;
  // schema-dts lacks `query-input`, which schema.org defines as a shorthand for inputs of actions.
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  } as const;
  const website = {
    '@type': 'WebSite',
    '@id': `${siteUrl}/#site`,
    name: institute.name,
    url: `${siteUrl}/`,
    inLanguage: institute.locale,
    publisher: { '@id': instituteId(siteUrl) },
    potentialAction: search,
  } satisfies WebSite;
  return [organization, website];
}

/** The breadcrumbs of a page, from the home page to the page itself. */
export function describeTrail(
  trail: readonly NamedPage[],
  { path, siteUrl }: { path: string; siteUrl: string },
): BreadcrumbList {
  const steps = [{ title: navigationText.home, path: '/' }, ...trail];
  const items = steps.map(({ title, path: target }, index) => {
    const address = target ?? (index === steps.length - 1 ? path : undefined);
    const item = { '@type': 'ListItem', position: index + 1, name: title } as const;
    return address === undefined ? item : { ...item, item: new URL(address, siteUrl).href };
  });
  return { '@type': 'BreadcrumbList', itemListElement: items };
}

export function describeNews(
  { title, summary, path, picture, date, updated, author }: Article,
  institute: DescribedInstitute,
  siteUrl: string,
): NewsArticle {
  const publisher = provider(institute, siteUrl);
  return {
    '@type': contentCollections.news.structuredData,
    headline: title,
    description: summary,
    url: `${siteUrl}${path}`,
    mainEntityOfPage: `${siteUrl}${path}`,
    image: new URL(picture ?? cardOf(path), siteUrl).href,
    datePublished: date,
    dateModified: updated ?? date,
    inLanguage: institute.locale,
    author: author
      ? { '@type': 'Person', name: author.name, url: new URL(author.path, siteUrl).href }
      : publisher,
    publisher,
  };
}

/** Path of the card with the page's title, which previews of links show if a page has no picture (og:image). */
export function cardOf(path: string): string {
  return `/og${path === '/' ? '/index' : path}.jpg`;
}

/** Several objects as one JSON-LD document, escaped for use in a `<script>` element. */
export function toJsonLd(things: readonly { '@type': string }[]): string {
  const document = { '@context': 'https://schema.org', '@graph': things };
  return JSON.stringify(document).replaceAll('<', '\\u003c');
}
