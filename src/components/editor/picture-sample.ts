/** In pixels. The style sheet shows half of it, for fine screens. */
const maxHeight = 320;

/**
 * Shows a picture while its text alternative is written. On a canvas, because the policy of the page allows no pictures from
 * memory. A drawing, and a photo that this browser can't decode, is not shown.
 */
export function createPictureSample(canvas: HTMLCanvasElement) {
  let latest: Blob | undefined;

  return async (picture: Blob | undefined): Promise<void> => {
    latest = picture;
    canvas.hidden = true;
    if (!picture) return;
    const decoded = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(
      () => undefined,
    );
    if (!decoded || latest !== picture) return;
    const scale = Math.min(1, maxHeight / decoded.height);
    canvas.width = Math.max(1, Math.round(decoded.width * scale));
    canvas.height = Math.max(1, Math.round(decoded.height * scale));
    canvas.getContext('2d')?.drawImage(decoded, 0, 0, canvas.width, canvas.height);
    decoded.close();
    canvas.hidden = false;
  };
}
