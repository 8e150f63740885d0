export const addToCalendarText = {
  add: 'Add to calendar',
  /** The label for screen readers, for pages with several of these buttons. */
  label: ({ what }: { what: string }) => `Add to calendar: ${what}`,
  google: 'Google Calendar',
  outlook: 'Outlook',
  apple: 'Apple and others (webcal)',
  file: 'Calendar file (.ics)',
} as const;

/** Entries of a course's calendar. */
export const courseCalendarText = {
  name: ({ title, code }: { title: string; code: string }) => `${title} (${code})`,
  starts: ({ title }: { title: string }) => `${title} starts`,
  ends: ({ title }: { title: string }) => `${title} ends`,
  cancelled: ({ title, term }: { title: string; term: string }) => `${title}: cancelled in ${term}`,
} as const;
