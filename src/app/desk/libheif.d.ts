declare module 'libheif-js/wasm-bundle.js' {
  type Pixels = { data: Uint8ClampedArray; width: number; height: number };

  type HeifImage = {
    is_primary(): boolean;
    get_width(): number;
    get_height(): number;
    /** Decodes the image as RGBA into `target.data`. Calls back with null if it is damaged. */
    display(target: Pixels, done: (result: Pixels | null) => void): void;
  };

  const libheif: { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  export default libheif;
}
