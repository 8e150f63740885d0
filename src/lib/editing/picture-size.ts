/** Of a file that an editor adds, in bytes. */
export const maxPictureBytes = 20 * 1024 * 1024;
