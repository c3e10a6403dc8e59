import type { Crop } from '#contract/media/crop.ts'

import type { Size, View } from './crop-view.ts'

/** A chosen picture that hasn't been sent, and the part of it that is kept. */
export interface PickedPicture {
  file: File
  crop: Crop
  /** How it was chosen, for choosing again. */
  view: View
  /** A blob: address of the part alone, to show it with. */
  url: string
}

/**
 * The part of a picture as a picture of its own, to be shown until it is saved; the server cuts the original. null when
 * the browser can't draw it.
 */
export function cutOut(image: HTMLImageElement, crop: Crop, shape: Size): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = shape.widthPx
  canvas.height = shape.heightPx
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  const { naturalWidth, naturalHeight } = image
  context.imageSmoothingQuality = 'high'
  context.drawImage(
    image,
    crop.left * naturalWidth,
    crop.top * naturalHeight,
    crop.width * naturalWidth,
    crop.height * naturalHeight,
    0,
    0,
    shape.widthPx,
    shape.heightPx,
  )
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
