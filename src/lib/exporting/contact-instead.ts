import { searchedCollections } from '#lib/content/collections.ts';
import { escapeHtml } from '#lib/content/html-text.ts';
import type { StandIn } from './static-page.ts';

type Facts = { name: string; shortName: string; email: string; telephone: string };

/** Replaces pages that need the server: the search works in the browser, forms and questions are not available. */
export function standIns({ name, shortName, telephone }: Facts, contactEmail: string): StandIn[] {
  const contact = `<p>Write to <a href="mailto:${escapeHtml(contactEmail)}">${escapeHtml(contactEmail)}</a> or call <a href="tel:${escapeHtml(telephone.replaceAll(' ', ''))}">${escapeHtml(telephone)}</a>.</p>`;
  const without = (path: string, heading: string, lead: string): StandIn => ({
    path,
    title: `${heading} | ${shortName}`,
    description: lead,
    article: `<h1>${escapeHtml(heading)}</h1><p class="lead">${escapeHtml(lead)}</p>${contact}`,
  });
  return [
    {
      path: '/search',
      title: `Search | ${shortName}`,
      description: `Search the ${searchedCollections} of the ${name}.`,
      article: searchArticle,
    },
    without(
      '/courses/find',
      'Find a course',
      'Filtering needs JavaScript on this copy of the website. The page Courses lists all courses by subject.',
    ),
    without('/courses/compare', 'Compare courses', 'You can’t compare courses on this copy of the website.'),
    without('/register', 'Register for courses', 'You can’t register on this copy of the website.'),
    without('/apply', 'Apply', 'You can’t apply on this copy of the website.'),
    without('/enquire', 'Ask us a question', 'You can’t send a question on this copy of the website.'),
    without('/newsletter', 'Newsletter', 'You can’t sign up on this copy of the website.'),
    without('/ask', 'Ask a question', 'The chat is not available on this copy of the website.'),
  ];
}

const searchArticle = `<h1>Search</h1>
<form action="/search" method="get" role="search" class="search-form" aria-label="Search the site" data-static-search>
<label for="query">Words or a course code</label>
<div class="search-field"><input id="query" name="q" type="search" maxlength="200" required autocomplete="off"><button type="submit">Search</button></div>
</form>
<noscript><p>Searching here needs JavaScript, which is off in this browser. See <a href="/courses">all courses</a> and <a href="/handbook">the handbook</a>.</p></noscript>
<p role="status" class="search-status" data-static-status></p>
<ol class="search-results" data-static-results></ol>`;
