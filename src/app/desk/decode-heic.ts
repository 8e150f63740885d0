import { constants, setPriority } from 'node:os';
import libheif from 'libheif-js/wasm-bundle.js';
import sharp from 'sharp';
import { answerParent } from '#app/answer-parent.ts';
import { maxSide } from '#lib/editing/picture-size.ts';

/** Decoding a photo of 48 megapixels takes 0.8 GB of memory. */
const maxPixels = 50_000_000;

setPriority(constants.priority.PRIORITY_LOW);
answerParent(toJpeg);

/** Converts a HEIC photo to a JPEG, upright and no larger than pages need. */
async function toJpeg(photo: Uint8Array): Promise<Buffer> {
  const images = new libheif.HeifDecoder().decode(photo);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) throw new Error('no photo in the file');
  const { width, height } = { width: image.get_width(), height: image.get_height() };
  if (!(width * height <= maxPixels)) throw new Error('the photo has too many pixels');
  const data = new Uint8ClampedArray(width * height * 4);
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (shown) =>
      shown ? resolve() : reject(new Error('the photo is damaged')),
    );
  });
  // The decoder has turned the photo upright already.
  return sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#fff' })
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 88 })
    .toBuffer();
}
