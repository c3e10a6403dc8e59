import { createHash } from 'node:crypto'
import type { OverlayOptions } from 'sharp'

import { loadSharp } from '#server/platform/sharp.ts'

import { canOutline, fittingSizePx, outlineText } from './headline-outlines.ts'

/* Run only by processes of a pool: draws the picture of a creator page. */

export const WIDTH_PX = 1200
export const HEIGHT_PX = 630
const BANNER_HEIGHT_PX = 320
const PORTRAIT_PX = 220
const PORTRAIT_LEFT_PX = 72
const TEXT_LEFT_PX = 324
export const MARGIN_PX = 72

export const PAPER = '#fbfaf6'
export const INK = '#1f241d'
export const INK_SOFT = '#4a4f46'

/** The input of a drawing: a page's words, and its pictures as they are stored. */
interface Pictured {
  handle: string
  pageName: string
  headline: string
  banner: Uint8Array | null
  portrait: Uint8Array | null
}

/** Draws the picture of a page, as PNG. */
export async function drawShareImage(creator: Pictured): Promise<Uint8Array> {
  const { banner, portrait } = creator
  const sharp = await loadSharp()
  const hue = hueOf(creator.handle)
  const portraitTopPx = BANNER_HEIGHT_PX - PORTRAIT_PX / 3
  const layers: OverlayOptions[] = []
  if (banner)
    layers.push({
      input: await sharp(banner).resize(WIDTH_PX, BANNER_HEIGHT_PX, { fit: 'cover' }).toBuffer(),
      left: 0,
      top: 0,
    })
  layers.push({ input: Buffer.from(frame(creator, hue, { hasBanner: Boolean(banner), portraitTopPx })) })
  if (portrait)
    layers.push({
      input: await sharp(portrait)
        .resize(PORTRAIT_PX, PORTRAIT_PX, { fit: 'cover' })
        .composite([{ input: Buffer.from(circle(PORTRAIT_PX)), blend: 'dest-in' }])
        .png()
        .toBuffer(),
      left: PORTRAIT_LEFT_PX,
      top: Math.round(portraitTopPx),
    })
  return sharp({ create: { width: WIDTH_PX, height: HEIGHT_PX, channels: 3, background: PAPER } })
    .composite(layers)
    .png({ compressionLevel: 9, palette: !banner && !portrait })
    .toBuffer()
}

/** The whole drawing: the tint where no picture is, the portrait's ring, the words, the mark. */
function frame(
  { pageName, headline }: Pictured,
  hue: number,
  { hasBanner, portraitTopPx }: { hasBanner: boolean; portraitTopPx: number },
): string {
  const radius = PORTRAIT_PX / 2
  const centreX = PORTRAIT_LEFT_PX + radius
  const centreY = portraitTopPx + radius
  const widthPx = WIDTH_PX - TEXT_LEFT_PX - MARGIN_PX
  const parts: string[] = []
  if (!hasBanner)
    parts.push(`<rect width="${WIDTH_PX}" height="${BANNER_HEIGHT_PX}" fill="hsl(${hue} 42% 84%)"/>`)
  parts.push(`<circle cx="${centreX}" cy="${centreY}" r="${radius + 10}" fill="${PAPER}"/>`)
  parts.push(`<circle cx="${centreX}" cy="${centreY}" r="${radius}" fill="hsl(${hue} 38% 72%)"/>`)
  const [initial = ''] = pageName.normalize('NFC').toUpperCase()
  if (canOutline(initial)) {
    const letter = outlineText(initial, 110, PORTRAIT_PX)
    parts.push(at(centreX - letter.widthPx / 2, centreY + 40, `hsl(${hue} 45% 22%)`, letter.svg))
  }
  if (canOutline(pageName)) {
    const sizePx = fittingSizePx(pageName, { minPx: 46, maxPx: 84 }, widthPx)
    parts.push(at(TEXT_LEFT_PX, 420, INK, outlineText(pageName, sizePx, widthPx).svg))
  }
  if (canOutline(headline))
    parts.push(at(TEXT_LEFT_PX, 474, INK_SOFT, outlineText(headline, 32, widthPx).svg))
  parts.push(mark())
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}">${parts.join('')}</svg>`
}

/** Our name and mark in the corner. */
export function mark(): string {
  return markEndingAt(WIDTH_PX - MARGIN_PX, 576)
}

/** The same anywhere: where its right edge is, and the line it stands on. */
export function markEndingAt(endX: number, baseY: number): string {
  const name = outlineText('Cheers', 40, 200)
  const startX = endX - name.widthPx
  return `${at(startX, baseY, INK, name.svg)}<g transform="translate(${startX - 66} ${baseY - 38}) scale(2)">${MARK}</g>`
}

/** How wide our mark with our name is. */
export function markWidthPx(): number {
  return outlineText('Cheers', 40, 200).widthPx + 66
}

/** The favicon's two glasses, moved to the corner. */
const MARK = `<g transform="translate(-3 -6.4)">
  <path fill="#175439" d="M8.1 6.8 19.13 9.94 15.96 20.99A6.5 6.5 0 0 1 3.47 17.45L6.24 7.82A1.5 1.5 0 0 1 8.1 6.8Z"/>
  <path fill="#3f9a71" d="M23.9 6.8 12.87 9.94 16.04 20.99A6.5 6.5 0 0 0 28.53 17.45L25.76 7.82A1.5 1.5 0 0 0 23.9 6.8Z"/>
  <path fill="#dfb861" d="M16 9.05 19.13 9.94 16 20.86 12.87 9.94Z"/></g>`

/** Part of a drawing, moved and filled. */
export function at(x: number, y: number, fill: string, svg: string): string {
  return `<g transform="translate(${x} ${y})" fill="${fill}">${svg}</g>`
}

/** The shape of a portrait. */
export function circle(sizePx: number): string {
  const radius = sizePx / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}"><circle cx="${radius}" cy="${radius}" r="${radius}"/></svg>`
}

/** The tint of a page. */
export function hueOf(handle: string): number {
  return createHash('sha256').update(handle.toLowerCase()).digest().readUInt16BE(0) % 360
}
