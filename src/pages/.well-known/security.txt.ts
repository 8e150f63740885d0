import { documents } from '#lib/content/discovery-documents.ts';
import { writeSecurityTxt } from '#lib/discovery/security-txt.ts';
import { readSiteConfig } from '#app/env.ts';
import { now } from '#app/content-view/content.ts';
import { institute } from '#lib/content/current-institute.ts';

export const prerender = true;

export function GET(): Response {
  const { siteUrl, contactEmail } = readSiteConfig();
  const { languages, policy } = institute().security;
  const facts = { siteUrl, email: contactEmail, languages, now: now() };
  const text = writeSecurityTxt({ ...facts, policy: policy && siteUrl + policy });
  return new Response(text, { headers: { 'Content-Type': documents.security.type } });
}
