import { crc32, deflateSync } from 'node:zlib'

import { loadSharp } from './sharp.ts'

/** Of a PNG: its signature and the chunk that describes it. */
const PNG_HEAD_BYTES = 33

/** A HEIC picture can't be decoded. */
class HeicUnreadable extends Error {
  override name = 'HeicUnreadable'
}

/**
 * Decodes a HEIC picture, as iPhones take them, and returns it as PNG: upright, with its colour profile. Run only by
 * processes of a pool. Throws `HeicUnreadable`.
 */
export async function pngOfHeic(
  file: Uint8Array,
  { icc: profile, hasAlpha }: { icc?: Uint8Array | undefined; hasAlpha: boolean },
): Promise<Uint8Array> {
  const pixels = await decode(file)
  const sharp = await loadSharp()
  const { width, height } = pixels
  const image = sharp(pixels.data, { raw: { width, height, channels: 4 } })
  const png = await (hasAlpha ? image : image.removeAlpha()).png({ compressionLevel: 1 }).toBuffer()
  return profile === undefined ? png : withProfile(png, profile)
}

async function decode(file: Uint8Array): Promise<{ data: Uint8ClampedArray; width: number; height: number }> {
  // Loaded for the first such picture: it has two megabytes.
  const { default: libheif } = await import('libheif-js/libheif-wasm/libheif-bundle.js')
  const images = new (libheif().HeifDecoder)().decode(file)
  const image = images.find((each) => each.is_primary()) ?? images[0]
  if (!image) throw new HeicUnreadable('There is no picture in it')
  const [width, height] = [image.get_width(), image.get_height()]
  const { promise, resolve, reject } = Promise.withResolvers<{
    data: Uint8ClampedArray
    width: number
    height: number
  }>()
  image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (filled) =>
    filled ? resolve(filled) : reject(new HeicUnreadable('It could not be decoded')),
  )
  return promise
}

/** Pixels alone can't be given a profile by sharp. */
function withProfile(png: Uint8Array, profile: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([png.subarray(0, PNG_HEAD_BYTES), length, body, check, png.subarray(PNG_HEAD_BYTES)])
}
