/** What we use of libheif-js, which brings no types of it. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.js' {
  interface Pixels {
    data: Uint8ClampedArray
    width: number
    height: number
  }
  interface HeifImage {
    is_primary(): boolean
    get_width(): number
    get_height(): number
    /** Fills the pixels with red, green, blue and alpha; null: that wasn't possible. */
    display(pixels: Pixels, done: (filled: Pixels | null) => void): void
  }
  /** A new decoder, with a memory of its own. */
  export default function libheif(): { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } }
}
