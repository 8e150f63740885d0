import { parseClientUrl } from '#lib/http/client-text.ts';

export type LinkPolicy = {
  /** Checks a URL as it is written in Markdown. */
  isAllowed(url: string): boolean;
};

/** A URL that Markdown renderers turn into a link without any markup. */
export const bareUrl = /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|(?<![a-z0-9])www\.)[^\s<>"'`\])\uE000\uE001]*/gi;
/** A URL without character references and escapes, which Markdown resolves to other characters. */
const plainUrl = /^(?:[/?#]|https?:\/\/|mailto:)[\w\-./:?#=&%~+,@()!*$]*$/i;

/** Allows links to this site, and to URLs and email addresses in the passages. */
export function createLinkPolicy({
  siteUrl,
  passages,
}: {
  siteUrl: string;
  passages: readonly string[];
}): LinkPolicy {
  const { origin } = new URL(siteUrl);
  const fromPassages = new Set(
    passages.flatMap((text) => [
      ...[...text.matchAll(bareUrl)].map(([url]) => trimPunctuation(url)),
      ...[...text.matchAll(/[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g)].map(([address]) => `mailto:${address}`),
    ]),
  );
  return {
    isAllowed(text) {
      const trimmed = trimPunctuation(text);
      if (!plainUrl.test(trimmed)) return false;
      if (fromPassages.has(trimmed)) return true;
      const url = parseClientUrl(trimmed, origin);
      return url !== undefined && url.origin === origin && url.username === '' && url.password === '';
    },
  };
}

function trimPunctuation(url: string): string {
  return url.replace(/[.,:;!?]+$/, '');
}
