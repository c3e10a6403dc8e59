import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import satori, { type Font } from 'satori'

import { canDraw, fontNames, readFont } from '#server/platform/pdf/fonts.ts'
import { loadSharp } from '#server/platform/sharp.ts'

/*
 * Draws the pictures of a page, a post and a podcast, laid out like a web page. Run only by processes of a pool.
 */

const WIDTH_PX = 1200
const HEIGHT_PX = 630
/** Apple asks for a square of 1400 to 3000 pixels. */
export const PODCAST_PICTURE_PX = 1400

const PAPER = '#fbfaf6'
const INK = '#1f241d'
const INK_SOFT = '#4a4f46'

type Style = Record<string, string | number>
type Child = Element | string | null
interface Element {
  type: string
  props: Record<string, unknown>
}

const box = (style: Style, ...children: Child[]): Element => ({
  type: 'div',
  props: {
    style: { display: 'flex', boxSizing: 'border-box', ...style },
    children: children.filter((child) => child !== null),
  },
})

/** A text in at most so many lines, cut with "…". */
const words = (text: string, style: Style, lines = 1): Element => ({
  type: 'div',
  props: { style: { display: 'block', lineClamp: lines, overflow: 'hidden', ...style }, children: text },
})

/** The display font first, then what has other letters. */
function fonts(): Font[] {
  const require = createRequire(import.meta.url)
  const display = ['latin', 'latin-ext', 'vietnamese'].map((script) => ({
    name: `display ${script}`,
    data: fs.readFileSync(require.resolve(`@fontsource/fraunces/files/fraunces-${script}-600-normal.woff`)),
  }))
  const rest = fontNames()
    .filter((name) => name.endsWith('400'))
    .map((name) => ({ name, data: readFont(name) }))
  return [...display, ...rest]
}
let loaded: Font[] | null = null

/** Draws a layout; the caller chooses the format. */
async function draw(layout: Element, widthPx: number, heightPx: number) {
  loaded ??= fonts()
  const svg = await satori(layout as never, { width: widthPx, height: heightPx, fonts: loaded })
  return (await loadSharp())(Buffer.from(svg))
}

/** A stored picture, cut to a size; null where there is none. */
async function picture(
  bytes: Uint8Array | null,
  widthPx: number,
  heightPx: number,
  style: Style = {},
): Promise<Element | null> {
  if (!bytes) return null
  const sharp = await loadSharp()
  const png = await sharp(bytes)
    .resize(widthPx, heightPx, { fit: 'cover' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const src = `data:image/png;base64,${png.toString('base64')}`
  return { type: 'img', props: { src, width: widthPx, height: heightPx, style } }
}

/** The portrait in a circle, or the first letter of the page's name in its tint. */
async function portraitOf(
  { handle, pageName, portrait }: { handle: string; pageName: string; portrait: Uint8Array | null },
  sizePx: number,
): Promise<Element> {
  const hue = hueOf(handle)
  const face = await picture(portrait, sizePx, sizePx)
  const [initial = ''] = pageName.normalize('NFC').toUpperCase()
  return box(
    {
      width: sizePx,
      height: sizePx,
      borderRadius: sizePx / 2,
      overflow: 'hidden',
      backgroundColor: `hsl(${hue}, 38%, 72%)`,
      color: `hsl(${hue}, 45%, 22%)`,
      fontSize: sizePx / 2,
      alignItems: 'center',
      justifyContent: 'center',
      flexShrink: 0,
    },
    face ?? (canDraw(initial) ? initial : null),
  )
}

/** The favicon's two glasses. */
const GLASSES = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="3 6.4 26 21.6" width="52" height="43">
  <path fill="#175439" d="M8.1 6.8 19.13 9.94 15.96 20.99A6.5 6.5 0 0 1 3.47 17.45L6.24 7.82A1.5 1.5 0 0 1 8.1 6.8Z"/>
  <path fill="#3f9a71" d="M23.9 6.8 12.87 9.94 16.04 20.99A6.5 6.5 0 0 0 28.53 17.45L25.76 7.82A1.5 1.5 0 0 0 23.9 6.8Z"/>
  <path fill="#dfb861" d="M16 9.05 19.13 9.94 16 20.86 12.87 9.94Z"/></svg>`

/** Our mark with our name. */
const mark = (): Element =>
  box(
    { alignItems: 'center', gap: 14, fontSize: 40, color: INK },
    {
      type: 'img',
      props: {
        src: `data:image/svg+xml;base64,${Buffer.from(GLASSES).toString('base64')}`,
        width: 52,
        height: 43,
      },
    },
    'Cheers',
  )

const SHEET: Style = { width: WIDTH_PX, height: HEIGHT_PX, flexDirection: 'column', backgroundColor: PAPER }
const BANNER_PX = 320
const MARGIN_PX = 72
/** Names up to this many characters are set large. */
const SHORT_NAME = 18

/** The picture of a shared page, as PNG: banner, portrait, name, headline and our mark. Null leaves the tint. */
export async function drawShareImage(page: {
  handle: string
  pageName: string
  headline: string
  banner: Uint8Array | null
  portrait: Uint8Array | null
}): Promise<Uint8Array> {
  const { handle, pageName, headline, banner, portrait } = page
  const layout = box(
    SHEET,
    (await picture(banner, WIDTH_PX, BANNER_PX)) ??
      box({ width: WIDTH_PX, height: BANNER_PX, backgroundColor: `hsl(${hueOf(handle)}, 42%, 84%)` }),
    box(
      {
        position: 'absolute',
        left: MARGIN_PX - 10,
        top: 237,
        padding: 10,
        borderRadius: 120,
        backgroundColor: PAPER,
      },
      await portraitOf(page, 220),
    ),
    box(
      { flexDirection: 'column', marginLeft: 324, marginTop: 8, width: WIDTH_PX - 324 - MARGIN_PX },
      canDraw(pageName)
        ? words(pageName, { fontSize: pageName.length > SHORT_NAME ? 56 : 80, color: INK, lineHeight: 1.45 })
        : null,
      canDraw(headline) ? words(headline, { fontSize: 32, color: INK_SOFT, lineHeight: 1.4 }, 2) : null,
    ),
    box({ position: 'absolute', right: MARGIN_PX, bottom: 30 }, mark()),
  )
  return (await draw(layout, WIDTH_PX, HEIGHT_PX))
    .png({ compressionLevel: 9, palette: !banner && !portrait })
    .toBuffer()
}

/** The picture of a shared post, as JPEG: its cover alone, or its title above the page's name. */
export async function drawPostShareImage(post: {
  handle: string
  pageName: string
  title: string
  cover: Uint8Array | null
  portrait: Uint8Array | null
}): Promise<Uint8Array> {
  const { handle, pageName, title, cover } = post
  if (cover) {
    const sharp = await loadSharp()
    return sharp(cover)
      .resize(WIDTH_PX, HEIGHT_PX, { fit: 'cover' })
      .flatten({ background: PAPER })
      .jpeg()
      .toBuffer()
  }
  const layout = box(
    { ...SHEET, justifyContent: 'space-between', paddingBottom: 56 },
    box({ height: 20, backgroundColor: `hsl(${hueOf(handle)}, 42%, 72%)` }),
    words(title, { margin: `0 ${MARGIN_PX}px`, fontSize: 76, lineHeight: 1.3, color: INK }, 4),
    box(
      { alignItems: 'center', justifyContent: 'space-between', margin: `0 ${MARGIN_PX}px` },
      box(
        { alignItems: 'center', gap: 24, fontSize: 38, color: INK_SOFT },
        await portraitOf(post, 88),
        canDraw(pageName) ? words(pageName, { width: 640 }) : null,
      ),
      mark(),
    ),
  )
  return (await draw(layout, WIDTH_PX, HEIGHT_PX))
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** The picture of a podcast, as JPEG: the portrait, or the first letter, above the name. */
export async function drawPodcastPicture(page: {
  handle: string
  pageName: string
  portrait: Uint8Array | null
}): Promise<Uint8Array> {
  const { handle, pageName } = page
  const layout = box(
    {
      width: PODCAST_PICTURE_PX,
      height: PODCAST_PICTURE_PX,
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'space-between',
      padding: '178px 110px 100px',
      backgroundColor: `hsl(${hueOf(handle)}, 42%, 86%)`,
    },
    box({ padding: 22, borderRadius: 400, backgroundColor: PAPER }, await portraitOf(page, 720)),
    canDraw(pageName)
      ? words(pageName, {
          fontSize: pageName.length > SHORT_NAME ? 84 : 130,
          textAlign: 'center',
          color: INK,
        })
      : null,
    mark(),
  )
  return (await draw(layout, PODCAST_PICTURE_PX, PODCAST_PICTURE_PX)).jpeg({ quality: 88 }).toBuffer()
}

/** The tint of a page. */
function hueOf(handle: string): number {
  return createHash('sha256').update(handle.toLowerCase()).digest().readUInt16BE(0) % 360
}
