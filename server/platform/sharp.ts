import type sharpModule from 'sharp'

export type Sharp = typeof sharpModule

let loaded: Promise<Sharp> | null = null

/** The library that reads and writes pictures. Loaded, with its nine megabytes, for the first picture. */
export function loadSharp(): Promise<Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Decoded pictures are large and rarely needed twice; one thread leaves the other cores to requests.
    sharp.cache(false)
    sharp.concurrency(1)
    // No uploaded file may reach the readers of documents and of formats nobody photographs in.
    sharp.block({
      operation: [
        'Svg',
        'Pdf',
        'Tiff',
        'Csv',
        'Matrix',
        'Ppm',
        'Rad',
        'Vips',
        'Raw',
        'Jp2k',
        'Jxl',
        'Fits',
        'Analyze',
      ].map((format) => `VipsForeignLoad${format}File`),
    })
    return sharp
  })
  return loaded
}
