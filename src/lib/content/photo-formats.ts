/** Whether a file starts like a photo in a format that pages can show. */
export function isPhoto(start: Buffer): boolean {
  const text = start.toString('latin1');
  return (
    /^(\xFF\xD8\xFF|\x89PNG|GIF8|II\*\0|MM\0\*)/.test(text) ||
    /^RIFF.{4}WEBP/s.test(text) ||
    (/^.{4}ftyp/s.test(text) && !isHeic(start))
  );
}

/**
 * Whether a file is a HEIC photo, as iPhones take them, by the brands in its first box (ISO/IEC 14496-12). Pages cannot
 * show these photos: decoders of the format are not free.
 */
export function isHeic(start: Buffer): boolean {
  if (start.toString('latin1', 4, 8) !== 'ftyp') return false;
  const brands = start.toString('latin1', 8, Math.min(start.readUInt32BE(0), 256));
  return /hei[cxms]|hev[cxms]/.test(brands) && !brands.includes('avif');
}
