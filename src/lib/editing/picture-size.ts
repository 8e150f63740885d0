/** Maximum length of the longer side of a stored photo, in pixels. */
export const maxSide = 2400;
