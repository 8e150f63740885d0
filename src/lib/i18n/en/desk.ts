/** Errors of the editor’s desk. The pages themselves have all other text. */

const correctForm = 'Correct it and send the form again.';
const formError = (message: string) => ({ message, resolution: correctForm });
const reload = 'Reload the page.';

type File = { file: string };

/** Errors about an entry and its draft. */
export const entryErrors = {
  noRepository: {
    message: 'Content can’t be changed here: no repository is configured.',
    resolution: 'Ask the administrator of this site to set CONTENT_REPO.',
  },
  unknown: ({ file }: File) => ({
    message: `There is no entry ${file}.`,
    resolution: 'Choose an entry in the list of content.',
  }),
  willBeDeleted: ({ file, set }: File & { set: string | undefined }) => ({
    message: `${file} will be deleted by a draft.`,
    resolution: `Discard that draft in “${set}” first.`,
  }),
  forAdmins: {
    message: 'The facts of the institute can be changed by admins only.',
    resolution: 'Ask the administrator of this site to change them.',
  },
  isSettings: {
    message: 'Settings have no page, and can’t be renamed, copied or deleted.',
    resolution: 'Choose an entry.',
  },
  tooLong: ({ kibibytes }: { kibibytes: number }) => ({
    message: `The text is longer than ${kibibytes} KiB.`,
    resolution: 'Divide it into several entries.',
  }),
  unreadableDetails: ({ file }: File) => ({
    message: `The details at the top of ${file} can’t be read.`,
    resolution: 'Open it, correct its problems, and try again.',
  }),
  beingPublished: {
    message: 'These changes were just published, or are being published, so this can’t be added to them.',
    resolution: 'Wait a minute, then try again.',
  },
  sameText: { message: 'The entry already has this text.', resolution: 'Open the entry to change it.' },
  /** @param file undefined for the entry that is shown */
  changed: ({ file = 'this entry' }: { file?: string }) => ({
    message: `Someone else has just changed ${file}.`,
    resolution: 'Look at their change, then try again.',
  }),
  notRendered: {
    message: 'The page can’t be shown at the moment.',
    resolution: 'Keep writing. The page is rendered again after your next change.',
  },
} as const;

/** Errors of the forms that create, rename and delete entries. */
export const entryFormErrors = {
  noKind: formError('Choose what to write.'),
  noTitle: formError('Enter a title. It needs a letter or a digit.'),
  longTitle: ({ length, max }: { length: number; max: number }) =>
    formError(`The title has ${length} characters. Use at most ${max}.`),
  noName: formError('Enter a name with a letter or a digit.'),
  sameName: formError('The entry already has this name.'),
  redirectToItself: formError('You can’t redirect readers to the entry that you are deleting.'),
  taken: ({ file }: File) => ({
    message: `Another entry already has this address: ${file}.`,
    resolution: 'Choose another title, or open that entry.',
  }),
  chooseAnotherName: 'Choose another name.',
  noTarget: {
    message: 'Choose the page that readers should go to.',
    resolution: 'Choose one from the list, or select “Nowhere”.',
  },
} as const;

export const pictureErrors = {
  unknown: { message: 'This picture does not exist.', resolution: reload },
  entryBeingPublished: {
    message: 'This entry is being published.',
    resolution: 'Wait a minute, then add the picture again.',
  },
  heic: {
    message: 'This HEIC photo could not be converted. It may be damaged, or have more than 50 megapixels.',
    resolution:
      'Save it as JPEG, and add that: open it in Photos or Preview and export it, or set the camera of an iPhone to “Most Compatible”.',
  },
  notPicture: {
    message: 'Pages can’t show this file as a picture.',
    resolution: 'Use a JPEG, PNG, WebP, AVIF, GIF or SVG file of at most 80 megapixels.',
  },
} as const;

export const binErrors = {
  gone: { message: 'This draft is no longer in the bin.', resolution: reload },
  taken: ({ file }: File) => ({
    message: `${file} has another draft now.`,
    resolution: 'Publish or discard that draft first, then restore this one.',
  }),
} as const;

export const documentErrors = {
  unknown: { message: 'This document does not exist.', resolution: reload },
  notDocument: {
    message: 'This file is neither a PDF, nor a Word document (.docx), nor an Excel table (.xlsx).',
    resolution: 'Save it as one of these, and add it again.',
  },
  cutOff: {
    message: 'This PDF is incomplete.',
    resolution: 'Save it again, and add it again.',
  },
  macros: {
    message: 'This document has macros, which readers’ computers may refuse.',
    resolution: 'Save it without macros, or as a PDF.',
  },
} as const;

const chooseOwnSet = 'Choose changes that you are working on.';
const correct = 'Correct it and try again.';

/** A problem: an entry refers or links to one that is not published yet. */
export const draftedReference = ({ title }: { title: string }) => ({
  message: `${title} is a draft of other changes`,
  fix: 'publish both together: select “Check and submit”, then “Publish it together with other changes”',
});

/** Errors about a set of changes, its review and its publication. */
export const changeSetErrors = {
  unknown: {
    message: 'These changes don’t exist.',
    resolution: 'They may have been published or discarded. Choose others from the list of changes.',
  },
  notOwn: {
    unknown: { message: 'These changes don’t exist.', resolution: chooseOwnSet },
    ofOthers: { message: 'These changes belong to other people.', resolution: chooseOwnSet },
    published: { message: 'These changes are already published.', resolution: chooseOwnSet },
  },
  changed: {
    message: 'Someone else has changed this since you opened the page.',
    resolution: 'Look at the change, then decide again.',
  },
  /** By the role that a person lacks. */
  refusals: {
    editor: {
      message: 'You may not change this.',
      resolution: 'Ask an administrator for the role of an editor.',
    },
    author: {
      message: 'Only their authors can withdraw these changes from review.',
      resolution: 'Ask one of them, or ask a reviewer to return them.',
    },
    reviewer: {
      message: 'Only a reviewer can return changes or take them off the schedule.',
      resolution: 'Ask a reviewer.',
    },
    approver: {
      message: 'Another person has to approve these changes.',
      resolution: 'Ask a reviewer. The changes stay in review until then.',
    },
  },
  missing: {
    title: { message: 'Enter a title.', resolution: correct },
    decision: { message: 'Say what to change.', resolution: correct },
    comment: { message: 'Write the comment.', resolution: correct },
    sentence: { message: 'Say in a sentence what you changed and why.', resolution: correct },
  },
  tooLong: ({ max }: { max: number }) => ({
    message: `The text is longer than ${max} characters.`,
    resolution: correct,
  }),
  noMoment: {
    message: 'Enter the day and time of publication.',
    resolution: 'Use a time within a year from now.',
  },
  pastMoment: {
    message: 'The time of publication has passed.',
    resolution: 'Enter a later time, or choose “Now”.',
  },
  hasErrors: ({ count }: { count: number }) => ({
    message: count === 1 ? 'These changes have an error.' : `These changes have ${count} errors.`,
    resolution: 'Each link below leads to an error. Fix them, then try again.',
  }),
  deletesData: {
    message: 'These changes delete personal data.',
    resolution: 'Read what they delete, below. If that is right, tick the box “Delete them”.',
  },
  notChecked: {
    message: 'These changes can’t be checked at the moment.',
    resolution: 'Wait a minute, then try again.',
  },
  setTooLarge: ({ mebibytes }: { mebibytes: number }) => ({
    message: `These changes would have more than ${mebibytes} MiB of texts, pictures and documents.`,
    resolution: 'Publish them first, or start another set of changes for some of them.',
  }),
  allTooLarge: {
    message: 'The drafts of all editors together would take too much space.',
    resolution: 'Publish or discard changes that are finished, or ask their authors to.',
  },
} as const;

/** The changed details of an entry, as its reviewer reads them. */
export const changedDetails = {
  yes: 'Yes',
  no: 'No',
  /** @param label `People` */
  order: ({ label }: { label: string }) => `Order of ${label.toLowerCase()}`,
} as const;

/** What `retentionDays` is about, as in “registrations older than 400 days”. */
export const deletedData = {
  registrations: 'registrations',
  applications: 'applications',
  enquiries: 'enquiries',
  pendingSignups: 'newsletter sign-ups that were never confirmed',
  unsubscribedSignups: 'addresses of people who left the newsletter',
  mails: 'records of emails',
  heldMails: 'emails that wait for staff',
  staffLog: 'the log of what staff did',
  insights: 'searches and questions without an answer',
} as const;

/** Why a publication failed, on the page of the set of changes. */
export const publicationFailures = {
  error: ({ file, line, message, fix }: File & { line: number; message: string; fix: string }) =>
    `${file}, line ${line}: ${message}. To publish these changes, ${fix}.`,
  retried:
    'The site could not store these changes. It tries again by itself every half a minute, so do nothing now. If they are still not published in ten minutes, tell the administrator: the log of the site has the reason.',
  notApproved: 'The changes differ from what was approved. Review them and approve them again.',
  changed: ({ files }: { files: readonly string[] }) =>
    `Someone else changed ${files.join(', ')}. Edit it to merge both versions, then submit again.`,
} as const;

export const previewLinkErrors = {
  days: ({ max }: { max: number }) => ({
    message: `A preview link works for 1 to ${max} days.`,
    resolution: 'Choose when it expires.',
  }),
  noChanges: {
    message: 'These changes no longer exist.',
    resolution: 'Choose other changes from the list.',
  },
} as const;
