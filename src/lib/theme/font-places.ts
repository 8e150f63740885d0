/** Folder of the institute's font files, which commands and publications write. */
export const fontsCache = '.cache/fonts';
/** Public folder of the font files. */
export const fontsAddress = '/_astro/fonts';
