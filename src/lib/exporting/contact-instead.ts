import { searchedCollections } from '#lib/content/collections.ts';
import { escapeHtml } from '#lib/content/html-text.ts';
import { askPageText } from '#lib/i18n/en/chat.ts';
import { compareText } from '#lib/i18n/en/compare.ts';
import { finderPageText } from '#lib/i18n/en/finder.ts';
import { newsletterText, registerText } from '#lib/i18n/en/forms.ts';
import { staticCopyText as leads } from '#lib/i18n/en/pages.ts';
import { searchText } from '#lib/i18n/en/search.ts';
import { submissionTexts } from '#lib/i18n/en/submissions.ts';
import type { Substitute } from './static-page.ts';

type Facts = { name: string; shortName: string; email: string; telephone: string };

/**
 * Returns substitutes for pages that need the server. The search runs in the browser; forms and questions are not
 * available.
 */
export function substitutes({ name, shortName, telephone }: Facts, contactEmail: string): Substitute[] {
  const contact = `<p>Write to <a href="mailto:${escapeHtml(contactEmail)}">${escapeHtml(contactEmail)}</a> or call <a href="tel:${escapeHtml(telephone.replaceAll(' ', ''))}">${escapeHtml(telephone)}</a>.</p>`;
  const without = (path: string, heading: string, lead: string): Substitute => ({
    path,
    title: `${heading} | ${shortName}`,
    description: lead,
    article: `<h1>${escapeHtml(heading)}</h1><p class="lead">${escapeHtml(lead)}</p>${contact}`,
  });
  return [
    {
      path: '/search',
      title: `${searchText.title} | ${shortName}`,
      description: searchText.description({ collections: searchedCollections, name }),
      article: searchArticle,
    },
    without('/courses/find', finderPageText.title, leads.find),
    without('/courses/compare', compareText.courses.title, leads.compareCourses),
    without('/programs/compare', compareText.programs.title, leads.comparePrograms),
    without('/register', registerText.title, leads.register),
    without('/apply', submissionTexts.application.title, leads.apply),
    without('/enquire', submissionTexts.enquiry.title, leads.enquire),
    without('/newsletter', newsletterText.title, leads.newsletter),
    without('/ask', askPageText.title, leads.ask),
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
