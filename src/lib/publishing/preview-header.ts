/** Marks requests that the preview sends to itself. They must not wait for the preview: that would deadlock. */
export const previewHeader = 'x-lectern-preview';

/** How long the request waited for the preview to publish, in milliseconds. */
export const publishedInHeader = 'x-lectern-published-in';

/** Why a page could not be rendered, URI-encoded. */
export const renderErrorHeader = 'x-lectern-render-error';
