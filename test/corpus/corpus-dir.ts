/** The folder with the real handbook. @throws Error if CORPUS_DIR is not set */
export function corpusDir(): string {
  const folder = process.env['CORPUS_DIR'];
  if (!folder) throw new Error('set CORPUS_DIR to the folder that contains tts-handbook');
  return folder;
}
