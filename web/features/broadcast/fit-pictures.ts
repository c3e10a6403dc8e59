import { registerVideoSampleTransformer, VideoSample } from 'mediabunny'

/*
 * Mediabunny draws each picture on a canvas to give it the broadcast's size, and draws whatever it missed as well. Where drawing
 * takes longer than a picture is shown, as it does without a graphics card, it falls behind for good, and the page hangs. So a
 * picture that has its size isn't drawn, and drawing takes at most half of the time: meanwhile the last one is shown.
 */

/** The last picture that was drawn, and until when it is shown, by `performance.now()`. */
interface Drawn {
  picture: VideoSample
  until: number
}

let drawn: Drawn | null = null

/** Fits pictures into the size of a broadcast. Registers itself once, however often it is called. */
export function fitPictures(): void {
  registerVideoSampleTransformer(fit)
}

type Transformer = Parameters<typeof registerVideoSampleTransformer>[0]

const fit: Transformer = (sample, { width, height, rotation, flip, crop, fit: how }) => {
  const isWhole = crop.width === sample.displayWidth && crop.height === sample.displayHeight
  if (rotation !== 0 || flip || !isWhole) return null
  if (sample.displayWidth === width && sample.displayHeight === height) return sample.clone()

  const start = performance.now()
  const shown = drawn?.picture
  const hasSize = shown?.displayWidth === width && shown.displayHeight === height
  if (!drawn || !hasSize || start >= drawn.until) {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) return null
    context.imageSmoothingQuality = 'high'
    sample.drawWithFit(context, { fit: how })
    const picture = new VideoSample(canvas, { timestamp: 0 })
    drawn?.picture.close()
    const end = performance.now()
    drawn = { picture, until: end + (end - start) }
  }
  const result = drawn.picture.clone()
  result.setTimestamp(sample.timestamp)
  result.setDuration(sample.duration)
  return result
}
