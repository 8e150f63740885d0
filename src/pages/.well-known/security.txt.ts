import { documents } from '#lib/discovery/documents.ts';
import { writeSecurityTxt } from '#lib/discovery/security-txt.ts';
import { readBuildConfig } from '#lib/env.ts';
import { site } from '../../site.ts';

export const prerender = true;

export function GET(): Response {
  const { siteUrl, contactEmail } = readBuildConfig();
  const { languages, policy } = site.security;
  const facts = { siteUrl, email: contactEmail, languages, now: new Date() };
  const text = writeSecurityTxt({ ...facts, policy: policy && siteUrl + policy });
  return new Response(text, { headers: { 'Content-Type': documents.security.type } });
}
