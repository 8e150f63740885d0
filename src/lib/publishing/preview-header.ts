/** Tells the preview's own requests, which must not wait for the preview that makes them. */
export const previewHeader = 'x-lectern-preview';

/** Tells the middleware how many milliseconds the request waited for the preview to publish. */
export const publishedInHeader = 'x-lectern-published-in';
