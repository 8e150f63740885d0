/** Texts on every page: header, footer, breadcrumbs and page actions. */
export const navigationText = {
  home: 'Home',
  markdown: 'Markdown',
  skipToContent: 'Skip to the content',
  notice: 'Notice',
  main: 'Main',
  menu: 'Menu',
  close: 'Close',
  furtherPages: 'Further pages',
  breadcrumb: 'Breadcrumb',
  onThisPage: 'On this page',
  previousAndNext: 'Previous and next',
  previous: 'Previous',
  next: 'Next',
  /** Visually hidden. For language models that read the HTML. */
  forMachines: ({ markdownPath, llmsPath }: { markdownPath: string; llmsPath: string }) =>
    `For machines: this page as Markdown is at ${markdownPath}, and a map of the whole site at ${llmsPath}`,
} as const;

/** Pages that every site has, for the footer of an institute without its own menus. */
export const productPagesText = {
  '/apply': 'Apply',
  '/register': 'Register',
  '/enquire': 'Ask us by email',
  '/newsletter': 'Newsletter',
  '/calendar': 'Dates',
  '/ask': 'Ask this website',
  '/developers': 'Developers',
} as const;

export const pageActionsText = {
  label: 'Page options',
  menu: 'Options',
  copy: 'Copy Markdown',
  view: 'View Markdown',
  print: 'Print',
} as const;

/** Used by a client script. */
export const copyText = { copy: 'Copy', copied: 'Copied', failed: 'Not copied' } as const;
