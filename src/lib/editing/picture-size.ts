/** Maximum size of an uploaded picture, in bytes. */
export const maxPictureBytes = 20 * 1024 * 1024;
