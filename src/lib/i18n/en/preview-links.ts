/** Texts of preview links, for people without an account. */
export const previewLinkTexts = {
  note: (until: string) =>
    `Preview: these changes are not published. This link works until ${until}; please do not pass it on.`,
  gone: {
    message: 'This preview link does not work any more.',
    resolution: 'Ask the person who sent it for a new one.',
  },
} as const;
