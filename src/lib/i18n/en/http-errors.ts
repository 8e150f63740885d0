/** Error responses to requests that no route accepts: API errors, and plain text for pages. */
export const requestErrors = {
  foreignOrigin: {
    message: 'Pages of other sites can’t send this.',
    resolution:
      'Send it from the page of this site that has the form, or from a program without an Origin header.',
  },
  pageSuffix: {
    message: 'There is nothing at this address.',
    resolution: 'API addresses do not end in a slash or in .html: leave it out.',
  },
} as const;
