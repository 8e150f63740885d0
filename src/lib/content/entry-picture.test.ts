import { expect, test } from 'vitest';
import { cropBox, entryPictureSchema, toLinkPicture } from './entry-picture.ts';

test('cropBox keeps the focus in the middle where the picture is large enough', () => {
  const box = cropBox({ width: 1000, height: 1000 }, { ratio: 2, focus: '50% 40%' });

  expect(box).toEqual({ left: 0, top: 150, width: 1000, height: 500 });
});

test('cropBox stays inside the picture when the focus is at an edge', () => {
  expect(cropBox({ width: 900, height: 300 }, { ratio: 1, focus: '100% 0%' })).toEqual({
    left: 600,
    top: 0,
    width: 300,
    height: 300,
  });
  expect(cropBox({ width: 900, height: 300 }, { ratio: 1, focus: '0% 100%' })).toMatchObject({ left: 0 });
});

test('cropBox returns the whole picture if it already has the ratio', () => {
  expect(cropBox({ width: 300, height: 200 }, { ratio: 1.5, focus: '10% 90%' })).toEqual({
    left: 0,
    top: 0,
    width: 300,
    height: 200,
  });
});

test('a picture needs a file and a description; the focus is the middle by default', () => {
  const picture = { file: './weir.jpg', alt: 'Water over a weir' };

  expect(entryPictureSchema.parse(picture)).toEqual({ ...picture, focus: '50% 50%' });
  expect(entryPictureSchema.safeParse({ file: './weir.jpg' }).success).toBe(false);
  expect(entryPictureSchema.safeParse({ ...picture, file: '/weir.jpg' }).success).toBe(false);
  expect(entryPictureSchema.safeParse({ ...picture, focus: '120% 10%' }).success).toBe(false);
});

test('toLinkPicture returns the file with its size and description, but undefined for a drawing', () => {
  const files = { src: '/_astro/weir-1200.jpeg', width: 1200, height: 630 };

  expect(toLinkPicture({ files, alt: 'A weir' })).toEqual({
    path: '/_astro/weir-1200.jpeg',
    width: 1200,
    height: 630,
    alt: 'A weir',
  });
  expect(
    toLinkPicture({ files: { ...files, src: '/_astro/a.svg#svgView(viewBox(0,0,9,5))' }, alt: 'A weir' }),
  ).toBeUndefined();
});
