/** Tells the preview's own requests, which must not wait for the preview that makes them. */
export const previewHeader = 'x-lectern-preview';
