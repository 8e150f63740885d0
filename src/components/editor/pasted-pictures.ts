import { readRtfPictures } from '#lib/importing/pasted/rtf-pictures.ts';
import type { PastedPicture } from '#lib/importing/pasted/convert-pasted.ts';

/** A picture of a pasted text. Without a file, its author has to choose the file. */
export type ReadablePicture = PastedPicture & { file: File | undefined };

/** Reads the pictures of a pasted text: inside the HTML, from this site, or from the RTF that Word puts beside it. */
export async function readPictures(
  pictures: readonly PastedPicture[],
  rtf: string,
): Promise<ReadablePicture[]> {
  const local = pictures.filter(({ src }) => src.startsWith('file:'));
  const found = local.length === 0 ? [] : readRtfPictures(rtf);
  // Word also writes pictures that it cannot show in HTML, so the order is certain only if the numbers agree.
  const inRtf = found.length === local.length ? found : [];
  return Promise.all(
    pictures.map(async (picture) => {
      const fromRtf = inRtf[local.indexOf(picture)];
      const blob = fromRtf
        ? new Blob([fromRtf.bytes], { type: fromRtf.type })
        : await readSource(picture.src);
      const ending = blob?.type.replace(/^image\//, '').replace(/\+.*/, '');
      const file = blob && new File([blob], `image.${ending ?? ''}`, { type: blob.type });
      return { ...picture, file };
    }),
  );
}

async function readSource(src: string): Promise<Blob | undefined> {
  const [, type, data = ''] = /^data:(image\/[\w.+-]+);base64,([\w+/=\s]+)$/.exec(src) ?? [];
  if (type !== undefined) {
    const bytes = Uint8Array.from(atob(data.replaceAll(/\s/g, '')), (sign) => sign.charCodeAt(0));
    return new Blob([bytes], { type });
  }
  // The policy of the page allows requests to this site only.
  if (URL.parse(src)?.origin !== location.origin) return undefined;
  const response = await fetch(src).catch(() => undefined);
  const blob = response?.ok ? await response.blob() : undefined;
  return blob?.type.startsWith('image/') ? blob : undefined;
}
