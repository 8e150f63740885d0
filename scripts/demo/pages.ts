import type { ReceivedMail } from '#test/stand-ins/smtp.ts';
import { escapeHtml } from '#lib/content/html-text.ts';

export type DemoPerson = { name: string; email: string; about: string };

const banner =
  '<aside class="demo-banner" aria-label="Demo">Demo: the directory, the mail and the model are <strong>stand-ins</strong> on this machine. <a href="/.demo/">Guide</a> <a href="/.demo/mail">Mail</a></aside>';

export function addBanner(page: string): string {
  return page
    .replace(/<\/head>/i, '<link rel="stylesheet" href="/.demo/style.css"></head>')
    .replace(/<body\b[^>]*>/i, (body) => `${body}${banner}`);
}

export const styles = `
.demo-banner { background: #5b2a86; color: #fff; padding: .5rem 1rem; font: 1rem/1.5 system-ui, sans-serif; }
.demo-banner a { color: #fff; display: inline-block; padding: .4rem .6rem; }
.demo { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
.demo pre { white-space: pre-wrap; font: inherit; background: color-mix(in srgb, CanvasText 6%, Canvas); padding: 1rem; }
.demo li, .demo article { margin-block: 1rem; }
:root { color-scheme: light dark; }
body:has(> .demo) { margin: 0; }
`;

/** The start page of the demo: its features, and the people to sign in as. */
export function startPage(people: readonly DemoPerson[]): string {
  const rows = people.map(
    ({ name, email, about }) =>
      `<li><strong>${escapeHtml(name)}</strong> (${escapeHtml(email)}): ${escapeHtml(about)}</li>`,
  );
  return page(
    'The demo',
    `<p>Everything here runs on this machine and needs no account anywhere. What you send is kept in <code>data/demo</code> until the demo starts again.</p>
<ul>
<li><a href="/">The site</a>, with <a href="/search">search</a>, <a href="/apply">applications</a>, <a href="/enquire">questions</a>, <a href="/register">registration</a> and <a href="/newsletter">newsletter</a></li>
<li><a href="/ask">Ask</a>: a stand-in for the model answers by quoting the pages</li>
<li><a href="/staff">Staff pages</a>: sign in as one of the people below</li>
<li><a href="/.demo/mail">Mail</a> that the site has sent</li>
<li><code>/mcp</code>, <a href="/developers">developers</a>, <a href="/llms.txt">llms.txt</a>: what agents read</li>
</ul>
<h2>People in the directory</h2>
<ul>${rows.join('')}</ul>`,
  );
}

export function mailPage(mails: readonly ReceivedMail[]): string {
  const newestFirst = [...mails].reverse();
  const list = newestFirst.map(
    ({ subject, recipients, text }) =>
      `<article><h2>${escapeHtml(subject ?? 'No subject')}</h2><p>To ${escapeHtml(recipients.join(', '))}</p><pre>${withLinks(text ?? '')}</pre></article>`,
  );
  return page(
    'Mail that the site has sent',
    list.join('') || '<p>None yet. Register or sign up for the newsletter, then load this page again.</p>',
  );
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="/.demo/style.css"></head><body>${banner}<main class="demo"><h1>${title}</h1>${content}</main></body></html>`;
}

function withLinks(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`);
}
