import { escapeHtml } from '#lib/content/html-text.ts';
import { familyList } from '#lib/content/family-list.ts';
import type { Letter, LetterSettings, Paragraphs } from './letter.ts';

type Rendered = { text: string; html: string };

/**
 * Renders an email as text and as HTML with the same words and links. Many mail programs drop style sheets, so styles
 * are inline. Text has the colours of the mail program, light or dark, except where it has both a colour and a
 * background of the institute: its contrast holds in both schemes.
 */
export function renderLetter(
  { subject, greeting, paragraphs, closing }: Letter,
  settings: LetterSettings,
): Rendered {
  const styles = createStyles(settings);
  const parts = [greeting, ...paragraphs].map((part) => renderPart(part, styles));
  const [language, name, title] = [settings.language, settings.siteName, subject].map(escapeHtml);
  return {
    text: `${[...parts.map(({ text }) => text), closing].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}" style="color-scheme:light dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body style="margin:0">
<div lang="${language}" style="${styles.page}">
<p style="${styles.name}">${name}</p>
<div style="padding:0 20px 20px">
<h1 style="${styles.title}">${toLines(subject)}</h1>
${parts.map(({ html }) => html).join('\n')}
<p style="${styles.closing}">${toLines(closing)}</p>
</div>
</div>
</body>
</html>
`,
  };
}

type Styles = ReturnType<typeof createStyles>;

function createStyles({ colours, fonts }: LetterSettings) {
  const accent = `background-color:${colours.accent};color:${colours['on-accent']}`;
  const heading = (size: number) => `font:bold ${size}px/1.3 ${escapeHtml(familyList(fonts.heading))}`;
  const cell = 'padding:6px 0;border-top:1px solid #888888;text-align:left;vertical-align:top';
  return {
    page: `max-width:600px;margin:0 auto;font:16px/1.5 ${escapeHtml(familyList(fonts.text))};overflow-wrap:anywhere`,
    name: `margin:0;padding:16px 20px;${accent};${heading(18)}`,
    title: `margin:24px 0 20px;${heading(24)}`,
    paragraph: 'margin:0 0 16px',
    block: `margin:24px 0 8px;${heading(18)}`,
    facts: 'width:100%;margin:0 0 24px;border-collapse:collapse',
    label: `${cell};width:8em;padding-right:16px`,
    fact: cell,
    // The border shows the button on a dark background.
    button: `display:inline-block;padding:12px 20px;border:1px solid ${colours['on-accent']};border-radius:4px;${accent};font-weight:bold;text-decoration:none`,
    link: 'color:inherit',
    closing: 'margin:24px 0 0;padding:16px 0 0;border-top:1px solid #888888',
  };
}

function renderPart(part: Paragraphs[number], styles: Styles): Rendered {
  if (typeof part === 'string') {
    return { text: part, html: `<p style="${styles.paragraph}">${toLines(part)}</p>` };
  }
  if ('facts' in part) return renderFacts(part, styles);
  const [address, style] = 'button' in part ? [part.button, styles.button] : [part.link, styles.link];
  return {
    text: `${part.label}:\n${address}`,
    html: `<p style="${styles.paragraph}"><a href="${escapeHtml(address)}" style="${style}">${escapeHtml(part.label)}</a></p>`,
  };
}

function renderFacts(
  { title, facts }: Extract<Paragraphs[number], { facts: unknown }>,
  styles: Styles,
): Rendered {
  const rows = facts.map(
    ({ label, text }) =>
      `<tr><th scope="row" style="${styles.label}">${escapeHtml(label)}</th><td style="${styles.fact}">${toLines(text)}</td></tr>`,
  );
  const table = rows.length > 0 ? [`<table style="${styles.facts}">${rows.join('')}</table>`] : [];
  const heading = title === undefined ? [] : [`<h2 style="${styles.block}">${escapeHtml(title)}</h2>`];
  return {
    text: [
      ...(title === undefined ? [] : [title]),
      ...facts.map(({ label, text }) => `${label}: ${text}`),
    ].join('\n'),
    html: [...heading, ...table].join('\n'),
  };
}

const references = /\b[A-Z]-[0-9A-Z]{4}-[0-9A-Z]{4}\b/g;

/** Keeps references on one line, so that people can read them out. */
function toLines(text: string): string {
  return escapeHtml(text)
    .replaceAll('\n', '<br>')
    .replaceAll(references, '<span style="white-space:nowrap">$&</span>');
}
