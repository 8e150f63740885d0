declare module 'subset-font' {
  /** Returns the font with only the glyphs that `text` needs. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      noLayoutClosure?: boolean;
      noHinting?: boolean;
      keepFeatures?: string[];
      variationAxes?: Record<string, { min: number; max: number; default: number }>;
    },
  ): Promise<Buffer>;
}
