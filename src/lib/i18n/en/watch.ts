/** Texts of the banner on pages of `npm run watch`. */
export const watchTexts = {
  label: 'Preview',
  hidden: {
    draft: 'Draft: readers don’t see this page.',
    scheduled: 'Not published yet: readers see this page from its day on.',
    expired: 'No longer published: readers don’t see this page any more.',
  },
  outdated: 'This is the last version of this page that could be shown.',
  missing: 'This page can’t be shown yet.',
  notPublished: (reason: string) => `Your changes can’t be shown: ${reason}`,
  problems: (all: number, here: number) => {
    const counted = `${all} ${all === 1 ? 'thing' : 'things'} to fix in the content`;
    return here > 0 ? `${counted}, ${here} on this page` : counted;
  },
  foreignHost:
    'The preview is at localhost, at IP addresses and at the host of SITE_URL. To see it at this one, set SITE_URL.\n',
} as const;
