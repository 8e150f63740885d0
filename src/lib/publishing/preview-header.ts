/** Marks the requests of the preview itself, which must not wait for the preview. */
export const previewHeader = 'x-lectern-preview';

/** Milliseconds that the request waited for the preview to publish. */
export const publishedInHeader = 'x-lectern-published-in';
