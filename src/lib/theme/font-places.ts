/** Folder of the institute's font files, which commands and publications make. */
export const fontsCache = '.cache/fonts';
/** Folder of their addresses. */
export const fontsAddress = '/_astro/fonts';
