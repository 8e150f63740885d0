/** One part of the address of an entry: `soil-science`. Dots are not allowed: only addresses of files have them. */
export const addressPartPattern = /^[\p{L}\p{M}\p{N}_~-]+$/u;

/**
 * An address that an entry may have had: `/courses/soils`. Those of other systems may have dots, spaces and other signs,
 * as in `/about.htm` or `/2.0/start`. The server itself answers `.html` and `/index` at the end.
 */
export const aliasPattern = /^(?:\/(?!\.)[\p{L}\p{M}\p{N}_~.,+() -]+)+(?<!\/index|\.html|\.md)$/u;
