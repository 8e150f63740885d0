/** One part of the address of an entry: `soil-science`. Dots are not allowed: only addresses of files have them. */
const addressPart = String.raw`[\p{L}\p{M}\p{N}_~-]+`;

export const addressPartPattern = new RegExp(`^${addressPart}$`, 'u');

/** An address that an entry may have, or may have had: `/courses/soils`. */
export const addressPattern = new RegExp(`^(/${addressPart})+(?<!/index)$`, 'u');
