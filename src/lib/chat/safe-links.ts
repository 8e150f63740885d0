import { parseClientUrl } from '#lib/http/client-text.ts';

export type LinkRule = {
  /** Whether an answer may link to the address as it stands in Markdown. */
  isAllowed(address: string): boolean;
};

/** What a Markdown reader would make a link of by itself. */
export const bareAddress = /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|(?<![a-z0-9])www\.)[^\s<>"'`\])\uE000\uE001]*/gi;
/** Neither character references nor escapes, which Markdown resolves to other characters. */
const plainAddress = /^(?:[/?#]|https?:\/\/|mailto:)[\w\-./:?#=&%~+,@()!*$]*$/i;

/** Links go to this site and to addresses that the passages name. */
export function createLinkRule({
  siteUrl,
  passages,
}: {
  siteUrl: string;
  passages: readonly string[];
}): LinkRule {
  const { origin } = new URL(siteUrl);
  const named = new Set(
    passages.flatMap((text) => [
      ...[...text.matchAll(bareAddress)].map(([address]) => withoutPunctuation(address)),
      ...[...text.matchAll(/[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g)].map(([address]) => `mailto:${address}`),
    ]),
  );
  return {
    isAllowed(address) {
      const bare = withoutPunctuation(address);
      if (!plainAddress.test(bare)) return false;
      if (named.has(bare)) return true;
      const url = parseClientUrl(bare, origin);
      return url !== undefined && url.origin === origin && url.username === '' && url.password === '';
    },
  };
}

function withoutPunctuation(address: string): string {
  return address.replace(/[.,:;!?]+$/, '');
}
