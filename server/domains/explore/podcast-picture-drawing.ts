import { loadSharp } from '#server/platform/sharp.ts'

import { canOutline, fittingSizePx, outlineText } from './headline-outlines.ts'
import { at, circle, hueOf, INK, markEndingAt, markWidthPx, PAPER } from './share-image-drawing.ts'

/* Run only by processes of a pool: draws the picture of a page's podcast. */

/** Apple asks for a square of 1400 to 3000 pixels. */
export const PODCAST_PICTURE_PX = 1400
const PORTRAIT_PX = 720
const PORTRAIT_TOP_PX = 200
const MARGIN_PX = 110
const CENTRE_PX = PODCAST_PICTURE_PX / 2

interface Pictured {
  handle: string
  pageName: string
  portrait: Uint8Array | null
}

/** Draws the picture of a podcast, as JPEG: the portrait, or the first letter, above the name. */
export async function drawPodcastPicture(creator: Pictured): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const { portrait } = creator
  const layers = [{ input: Buffer.from(frame(creator)), left: 0, top: 0 }]
  if (portrait)
    layers.push({
      input: await sharp(portrait)
        .resize(PORTRAIT_PX, PORTRAIT_PX, { fit: 'cover' })
        .composite([{ input: Buffer.from(circle(PORTRAIT_PX)), blend: 'dest-in' }])
        .png()
        .toBuffer(),
      left: CENTRE_PX - PORTRAIT_PX / 2,
      top: PORTRAIT_TOP_PX,
    })
  return sharp({
    create: { width: PODCAST_PICTURE_PX, height: PODCAST_PICTURE_PX, channels: 3, background: PAPER },
  })
    .composite(layers)
    .jpeg({ quality: 88 })
    .toBuffer()
}

function frame({ handle, pageName }: Pictured): string {
  const hue = hueOf(handle)
  const radius = PORTRAIT_PX / 2
  const centreY = PORTRAIT_TOP_PX + radius
  const widthPx = PODCAST_PICTURE_PX - 2 * MARGIN_PX
  const parts = [
    `<rect width="${PODCAST_PICTURE_PX}" height="${PODCAST_PICTURE_PX}" fill="hsl(${hue} 42% 86%)"/>`,
    `<circle cx="${CENTRE_PX}" cy="${centreY}" r="${radius + 22}" fill="${PAPER}"/>`,
    `<circle cx="${CENTRE_PX}" cy="${centreY}" r="${radius}" fill="hsl(${hue} 38% 72%)"/>`,
  ]
  const [initial = ''] = pageName.normalize('NFC').toUpperCase()
  if (canOutline(initial)) {
    const letter = outlineText(initial, 380, PORTRAIT_PX)
    parts.push(at(CENTRE_PX - letter.widthPx / 2, centreY + 135, `hsl(${hue} 45% 22%)`, letter.svg))
  }
  if (canOutline(pageName)) {
    const sizePx = fittingSizePx(pageName, { minPx: 72, maxPx: 150 }, widthPx)
    const name = outlineText(pageName, sizePx, widthPx)
    parts.push(at(CENTRE_PX - name.widthPx / 2, 1135, INK, name.svg))
  }
  parts.push(markEndingAt(CENTRE_PX + markWidthPx() / 2, 1280))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PODCAST_PICTURE_PX}" height="${PODCAST_PICTURE_PX}">${parts.join('')}</svg>`
}
