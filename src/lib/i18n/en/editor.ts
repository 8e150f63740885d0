/** Errors of the editor’s scripts in the browser. */
export const editorErrors = {
  tooLarge: 'This is too large to send. Make it smaller, and try again.',
  answered: ({ status }: { status: number }) => `The server returned an error (status ${status}).`,
  largePicture: ({ mebibytes }: { mebibytes: number }) =>
    `This picture is larger than ${mebibytes} MiB. Make it smaller, and add it again.`,
  noConnection: 'There is no connection. Try again.',
  pageNotShown: ({ reason }: { reason: string }) => `The page can’t be shown: ${reason}`,
  withoutConnection: 'there is no connection.',
  picturesNotListed: 'The pictures can’t be listed. Try again.',
  notSaved: ({ reason }: { reason: string }) => `Not saved: ${reason}`,
  offline:
    'No connection. Your text is stored in this browser, and saved to the server when the connection is back.',
  conflict: 'Not saved: someone else changed the same paragraph.',
} as const;
