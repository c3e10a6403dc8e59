import type { OverlayOptions } from 'sharp'

import { loadSharp } from '#server/platform/sharp.ts'

import { canOutline, outlineText } from './headline-outlines.ts'
import {
  at,
  circle,
  HEIGHT_PX,
  hueOf,
  INK,
  INK_SOFT,
  MARGIN_PX,
  mark,
  PAPER,
  WIDTH_PX,
} from './share-image-drawing.ts'

/* Run only by processes of a pool: draws the picture of a post. */

const BAND_PX = 20
const TITLE_PX = 76
const LINE_PX = 94
const LINES_MAX = 4
const PORTRAIT_PX = 88
const PORTRAIT_TOP_PX = HEIGHT_PX - MARGIN_PX - PORTRAIT_PX

interface PicturedPost {
  handle: string
  pageName: string
  title: string
  cover: Uint8Array | null
  portrait: Uint8Array | null
}

/** Draws the picture of a post, as JPEG: its cover alone, or its title above the page's name. */
export async function drawPostShareImage(post: PicturedPost): Promise<Uint8Array> {
  const { cover, portrait } = post
  const sharp = await loadSharp()
  if (cover)
    return sharp(cover)
      .resize(WIDTH_PX, HEIGHT_PX, { fit: 'cover' })
      .flatten({ background: PAPER })
      .jpeg()
      .toBuffer()
  const layers: OverlayOptions[] = [{ input: Buffer.from(words(post)) }]
  if (portrait)
    layers.push({
      input: await sharp(portrait)
        .resize(PORTRAIT_PX, PORTRAIT_PX, { fit: 'cover' })
        .composite([{ input: Buffer.from(circle(PORTRAIT_PX)), blend: 'dest-in' }])
        .png()
        .toBuffer(),
      left: MARGIN_PX,
      top: PORTRAIT_TOP_PX,
    })
  return sharp({ create: { width: WIDTH_PX, height: HEIGHT_PX, channels: 3, background: PAPER } })
    .composite(layers)
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

function words({ handle, pageName, title }: PicturedPost): string {
  const hue = hueOf(handle)
  const radius = PORTRAIT_PX / 2
  const middleY = PORTRAIT_TOP_PX + radius
  const parts = [
    `<rect width="${WIDTH_PX}" height="${BAND_PX}" fill="hsl(${hue} 42% 72%)"/>`,
    ...linesOf(title, WIDTH_PX - 2 * MARGIN_PX).map((svg, line) =>
      at(MARGIN_PX, BAND_PX + MARGIN_PX + TITLE_PX + line * LINE_PX - 12, INK, svg),
    ),
    `<circle cx="${MARGIN_PX + radius}" cy="${middleY}" r="${radius}" fill="hsl(${hue} 38% 72%)"/>`,
  ]
  if (canOutline(pageName))
    parts.push(at(MARGIN_PX + PORTRAIT_PX + 24, middleY + 12, INK_SOFT, outlineText(pageName, 38, 640).svg))
  parts.push(mark())
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}">${parts.join('')}</svg>`
}

/** The title in lines that fit; the last one is cut where there are more words. */
function linesOf(title: string, widthPx: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of title.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    const isFull = line !== '' && outlineText(longer, TITLE_PX, Number.POSITIVE_INFINITY).widthPx > widthPx
    if (isFull && lines.length < LINES_MAX - 1) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line].map((each) => outlineText(each, TITLE_PX, widthPx).svg)
}
