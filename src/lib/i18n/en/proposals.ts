const askAuthor = 'Ask its author to correct it.';

type File = { file: string };

/** Errors of branches that other people propose. */
export const proposalErrors = {
  gone: { message: 'This proposal no longer exists.', resolution: 'Reload the page.' },
  refused: ({ reason }: { reason: string }) => ({
    message: `This proposal can’t be published: ${reason}.`,
    resolution: askAuthor,
  }),
  drafted: ({ file }: File) => ({
    message: `${file} already has a draft.`,
    resolution: 'Publish or discard that draft first.',
  }),
  notText: ({ file }: File) => ({ message: `${file} is not text in UTF-8.`, resolution: askAuthor }),
  wrongExtension: ({ file, format }: File & { format: string }) => ({
    message: `${file} would be stored as ${format}, which does not match its extension.`,
    resolution:
      'Ask its author to save it as JPEG, PNG, WebP, AVIF, GIF or SVG, with the extension of that format.',
  }),
} as const;

/** Why a proposal can’t be published, in the list of changes. */
export const proposalRefusals = {
  ofFile: ({ file, reason }: File & { reason: string }) => `${file}: ${reason}`,
  otherFile: 'only texts and pictures can be published from here',
  longText: ({ kibibytes }: { kibibytes: number }) => `longer than ${kibibytes} KiB`,
  largePictures: ({ mebibytes }: { mebibytes: number }) => `its pictures are larger than ${mebibytes} MiB`,
} as const;
