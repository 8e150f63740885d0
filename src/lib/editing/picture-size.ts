/** Maximum size of an uploaded picture or document, in bytes. */
export const maxPictureBytes = 20 * 1024 * 1024;
/** Maximum length of the longer side of a stored photo, in pixels. */
export const maxSide = 2400;
