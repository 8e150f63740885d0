import { maxSide } from '#lib/editing/picture-size.ts';

/** Files up to this size, in bytes, are sent as they are. */
const smallEnough = 1_000_000;

/**
 * Turns a photo upright and makes it as small as the site stores it, so that it is sent in a second or two from a phone.
 * The new file has no metadata, such as the location. A drawing, and a photo that this browser can't decode, is returned
 * as it is.
 */
export async function preparePhoto(file: Blob): Promise<Blob> {
  if (file.size <= smallEnough || /svg|gif/.test(file.type)) return file;
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!photo) return file;
  const scale = Math.min(1, maxSide / Math.max(photo.width, photo.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(photo.width * scale));
  canvas.height = Math.max(1, Math.round(photo.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return file;
  context.imageSmoothingQuality = 'high';
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  photo.close();
  // PNG and WebP may be transparent.
  const type = file.type === 'image/png' || file.type === 'image/webp' ? file.type : 'image/jpeg';
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  return made && made.size < file.size ? made : file;
}
