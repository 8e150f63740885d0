import { listAnd } from '#lib/i18n/format.ts';

/** Errors of the editor’s scripts in the browser. */
export const editorErrors = {
  tooLarge: 'This is too large to send. Make it smaller, and try again.',
  answered: ({ status }: { status: number }) => `The server returned an error (status ${status}).`,
  largeFile: ({ mebibytes }: { mebibytes: number }) =>
    `This file is larger than ${mebibytes} MiB. Make it smaller, and add it again.`,
  preparing: 'Preparing the file…',
  sending: ({ percent }: { percent: number }) =>
    percent < 100 ? `Sending: ${percent} %` : 'Sent. The site is checking it…',
  uploadCancelled: 'The upload was cancelled.',
  noConnection: 'There is no connection. Try again.',
  withoutConnection: 'there is no connection.',
  picturesNotListed: 'The pictures can’t be listed. Try again.',
  notSaved: ({ reason }: { reason: string }) => `Not saved: ${reason}`,
  signIn: 'Sign in in another tab',
  offline:
    'No connection. Your text is stored in this browser, and saved to the server when the connection is back.',
  conflict: 'Not saved: someone else changed the same paragraph.',
  outdated: 'The published page has changed since this draft was begun.',
  merge: 'Merge both versions',
  gone: 'This draft was published or discarded. What you see now is the published page. Discarded drafts are in the bin.',
} as const;

/** The dialog with two versions of a paragraph, by where the other one is from. */
export const conflictTexts = {
  saved: ({ by }: { by: string }) => ({
    happened: `${by} changed the same place while you were writing.`,
    version: `${by} wrote`,
  }),
  published: () => ({
    happened: 'The published page has changed in the same place since this draft was begun.',
    version: 'The published page',
  }),
  gone: () => ({
    happened: 'This draft was discarded or published while you were writing.',
    version: 'The published page',
  }),
  window: () => ({
    happened: 'You wrote something else in another window.',
    version: 'Your other window',
  }),
  choose: 'Nothing is lost: choose what to keep.',
  nothing: 'Nothing here',
} as const;

/** The line above the page. */
export const pageStates = {
  loading: 'Loading the page…',
  old: 'This is the page before the errors below. Fix them to update it.',
  none: 'The page appears here when the errors below are fixed.',
  failed: ({ reason }: { reason: string }) => `The page can’t be shown: ${reason}`,
} as const;

/** The buttons and labels of the find bar, by their names in CodeMirror. */
export const findWords: Readonly<Record<string, string>> = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
};

/** What a field says instead of the check’s words, which are about the file. */
export const emptyFields = {
  value: 'This is needed: fill it in',
  list: 'This is needed: add an entry',
  explanation: { message: 'this is needed', fix: 'fill it in' },
} as const;

/** The field that adds a field with a free name to a group, such as a subject. */
export const newKey = {
  label: 'Key of a new one',
  empty: 'Enter a key.',
  taken: ({ key }: { key: string }) => `There is already a “${key}”.`,
  wrong: ({ key, reason }: { key: string; reason: string }) => `“${key}” ${reason}.`,
} as const;

/** Where a problem is, in the lists of problems. */
export const problemPlace = {
  line: ({ line }: { line: number }) => `Line ${line}`,
} as const;

/** Texts that the editor inserts for the author to replace. The content check reports those that are left. */
export const insertedNotes = {
  heading: 'Say what this column shows',
  cell: 'Say what goes here',
  text: 'Say what readers should know.',
} as const;

export const replacedInText = ({ count, details }: { count: number; details: readonly string[] }) =>
  `${count} replaced in the text. ${listAnd(details)} also ${details.length === 1 ? 'has' : 'have'} these words: change them in the tab “Details”.`;

/** The bar below the text after pasting, and the dialog for pictures of a pasted text. */
export const pastedTexts = {
  pasted: 'Pasted with headings, lists, links and tables. Colours, fonts and comments are left out.',
  asPlainText: 'Paste as plain text',
  keep: 'Keep the formatting',
  picture: ({ number, count }: { number: number; count: number }) =>
    count === 1 ? 'The picture of the pasted text' : `Picture ${number} of ${count} in the pasted text`,
  chooseFile: ({ picture }: { picture: string }) =>
    `${picture} can’t be copied from here. Save it to a file and choose it below, or cancel to leave it out.`,
} as const;

/** The dialog that edits a table as cells, and the bar below the text that opens it. */
export const tableTexts = {
  edit: 'Edit the table',
  insert: 'Insert a table',
  help: 'Tab goes to the next cell, Enter to the next row. Alt+F10 goes to these buttons and back, Ctrl+Enter saves the table.',
  groups: [
    {
      label: 'Row',
      actions: {
        'row-above': 'Add above',
        'row-below': 'Add below',
        'row-up': 'Move up',
        'row-down': 'Move down',
        'row-remove': 'Remove row',
      },
    },
    {
      label: 'Column',
      actions: {
        'column-before': 'Add left',
        'column-after': 'Add right',
        'column-left': 'Move left',
        'column-right': 'Move right',
        'column-remove': 'Remove column',
      },
    },
  ],
  cells: 'Cells',
  buttons: {
    end: { save: 'Save the table', undo: 'Undo', cancel: 'Cancel' },
    question: { goOn: 'Continue editing', copy: 'Copy the table', discard: 'Discard the changes' },
  },
  unsaved: 'The table has changes that are not saved.',
  changed:
    'Not saved: this table was changed in the text in the meantime. Copy your table, discard it here, and paste it into the text.',
  copied: 'Copied.',
  notCopied: 'This browser does not allow copying. Your table is still here.',
  tooLarge: ({ cells, most }: { cells: number; most: number }) =>
    `Not pasted: the table would have ${cells} cells, and can have at most ${most}.`,
  cell: ({ heading, row, column }: { heading: string; row: number; column: number }) => {
    if (row === 0) return `Heading of column ${column + 1}`;
    return `${heading.trim() || `Column ${column + 1}`}, row ${row + 1}`;
  },
  place: ({ row, column, rows, columns }: { row: number; column: number; rows: number; columns: number }) =>
    `Row ${row + 1} of ${rows}, column ${column + 1} of ${columns}`,
} as const;
