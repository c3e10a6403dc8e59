/* What a picture's file is, by its first bytes: names and announced types say what they like. */

export type PictureType = 'JPEG' | 'PNG' | 'GIF' | 'WebP' | 'AVIF' | 'HEIC'

/** So many bytes tell the type: those of AVIF and HEIC list the brands that a file follows. */
export const PICTURE_HEAD_BYTES = 128

const BRAND_BYTES = 4
/** Where the brands begin, after the size and the name of the first box; the second four are a version. */
const BRANDS_AT = 8

/** The type that a file begins as; null: none of a picture that we know. */
export function pictureTypeOf(head: Uint8Array): PictureType | null {
  const text = String.fromCharCode(...head.subarray(0, PICTURE_HEAD_BYTES))
  if (text.startsWith('\u00FF\u00D8\u00FF')) return 'JPEG'
  if (text.startsWith('\u0089PNG')) return 'PNG'
  if (text.startsWith('GIF8')) return 'GIF'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', BRANDS_AT)) return 'WebP'
  const brands = brandsOf(text, head)
  const known = brands.map(typeOfBrand).find((type) => type !== null)
  // `mif1` alone says only that there are pictures.
  return known ?? (brands.some((brand) => /^m[is]f1$/.test(brand)) ? 'HEIC' : null)
}

/** Whether a file of these types is a sequence of pictures, by its first bytes. */
export function isSequence(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, PICTURE_HEAD_BYTES))
  return brandsOf(text, head).some((brand) => /^(?:avis|hevc|hevx|msf1)$/.test(brand))
}

function brandsOf(text: string, head: Uint8Array): string[] {
  if (!text.startsWith('ftyp', BRAND_BYTES)) return []
  const end = Math.min(text.length, ((head[2] ?? 0) << 8) | (head[3] ?? 0))
  const brands: string[] = []
  for (let at = BRANDS_AT; at + BRAND_BYTES <= end; at += BRAND_BYTES)
    if (at !== BRANDS_AT + BRAND_BYTES) brands.push(text.slice(at, at + BRAND_BYTES))
  return brands
}

function typeOfBrand(brand: string): PictureType | null {
  if (/^avi[fs]$/.test(brand)) return 'AVIF'
  return /^he(?:i[cxms]|v[cxms])$/.test(brand) ? 'HEIC' : null
}
