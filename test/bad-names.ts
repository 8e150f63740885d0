/** Paths of files whose addresses the product uses itself, or that no entry may have. */
export const badNames = [
  'pages/llms.txt.mdx',
  'pages/robots.txt.mdx',
  'pages/sitemap-0.xml.mdx',
  'pages/about.md.mdx',
  'pages/about.html.mdx',
  'pages/ABOUT.mdx',
  'pages/api.mdx',
  'pages/Staff.mdx',
  'pages/forms.mdx',
  'pages/404.mdx',
  'pages/index.mdx',
  'pages/handbook.mdx',
  'pages/staff/x.mdx',
  'pages/courses/ghost.mdx',
  'pages/%61pi.mdx',
  'pages/a%2Fb.mdx',
  'pages/a?b.mdx',
  'pages/a\\b.mdx',
  'pages/a\u202eb.mdx',
  'pages/a\u200bb.mdx',
  `pages/${'a'.repeat(220)}.mdx`,
  'news/feed.xml.mdx',
  'news/a/b.mdx',
  'courses/find.mdx',
  'courses/index.mdx',
  'courses/words.json.mdx',
  'courses/soil-science.ics.mdx',
  'handbook/x/index/index.mdx',
  'handbook/a.b/c.mdx',
] as const;

/** Aliases that would shadow addresses of the product. */
export const badAliases = [
  '/staff/registrations/R-7K3M-9QXD',
  '/staff/content/changes/1',
  '/preview/token',
  '/API/search',
  '/_astro/x',
  '/pagefind/x',
  '/metrics',
  '/my/token',
  '/courses/find',
  '/handbook',
] as const;

/** A valid page for these paths. */
export const namedBadly =
  '---\ntitle: Badly named\nsummary: A page whose file has a bad name, for a test.\n---\n\nText.\n';
