import {
  allowedValue,
  isAlignment,
  isAllowedTag,
  isSafeAddress,
} from '#lib/content/documents/allowed-html.ts';
import type { Outline } from './outline.ts';
import type { Finding } from './problem.ts';

type HtmlTag = Outline['tags'][number];
type HtmlProblem = Pick<Finding, 'message' | 'fix'> & { severity?: Finding['severity'] };

/** Reports HTML and addresses that pages omit because they could run code or change the site's design. */
export function findHtmlProblems({ tags, links, images }: Outline): Finding[] {
  const problems = [
    ...tags.flatMap((tag) => checkTag(tag).map((problem) => ({ ...tag, ...problem }))),
    ...links
      .filter(({ href }) => !isSafeAddress(href))
      .map((link) => ({ ...link, ...unsafe('a link', link.href) })),
    ...images
      .filter(({ src }) => !isSafeAddress(src))
      .map((image) => ({ ...image, ...unsafe('an image', image.src) })),
  ];
  return problems.map(({ line, message, fix, severity = 'error' }) => ({
    line,
    message,
    fix,
    severity,
  }));
}

function checkTag({ name, attributes }: HtmlTag): HtmlProblem[] {
  if (!isAllowedTag(name)) {
    const fix = insteadOf[name] ?? 'take it out, or write the text in Markdown';
    return [{ message: `<${name}> is not allowed in content`, fix }];
  }
  return attributes.flatMap(([attribute, value]): HtmlProblem[] => {
    const what = `${attribute} of <${name}>`;
    if (attribute.startsWith('on')) return [{ message: `${what} is program code`, fix: 'take it out' }];
    if (attribute === 'style' && !isAlignment(value)) {
      return [
        { message: `${what} is not allowed in content`, fix: 'take it out: the site has its own design' },
      ];
    }
    // `findHtmlProblems` checks addresses together with those of Markdown.
    if (/^(href|src)$/.test(attribute) || allowedValue(name, attribute, value) === value) return [];
    return [{ message: `${what} is left out of the page`, fix: 'take it out', severity: 'warning' }];
  });
}

function unsafe(what: string, address: string): HtmlProblem {
  const fix = 'write an https address, or the path of a page or file';
  return { message: `${what} may not begin with ${address.trim().split(':')[0] ?? ''}:`, fix };
}

const insteadOf: Readonly<Record<string, string>> = {
  button: 'write a link',
  iframe: 'use <VideoLink>, or a link',
  script: 'take it out: content cannot run code',
  style: 'take it out: the site has its own design',
  svg: 'save the drawing as a file and use <Figure>',
  video: 'use <VideoLink>',
};
