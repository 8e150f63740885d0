import { openEncoder } from '#lib/retrieval/encoder/encoder.ts';

// Opens the encoder in the folder that it is given, and ends.
const encoder = await openEncoder(process.argv[2] ?? '');
await encoder.embedPassages([], new AbortController().signal);
await encoder.close?.();
