import { findPerson, listNews, startOfToday } from '#app/content-view/content.ts';
import { documents } from '#lib/content/discovery-documents.ts';
import { writeNewsFeed } from '#lib/discovery/news-feed.ts';
import { readSiteConfig } from '#app/env.ts';
import { site } from '#site';

export const prerender = true;

export async function GET(): Promise<Response> {
  const news = (await listNews()).slice(0, 50);
  const items = news.map(async ({ data, path }) => {
    const author = await findPerson(data.author);
    return { ...data, path, author: author?.data.name };
  });
  const { path, type } = documents.newsFeed;
  const feed = writeNewsFeed({
    siteUrl: readSiteConfig().siteUrl,
    path,
    pagePath: '/news',
    title: `News of the ${site.name}`,
    author: site.name,
    language: site.locale,
    items: await Promise.all(items),
    now: startOfToday(),
  });
  return new Response(feed, { headers: { 'Content-Type': type } });
}
