import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { canDraw } from '#server/platform/pdf/fonts.ts'

import {
  drawPodcastPicture,
  drawPostShareImage,
  drawShareImage,
  PODCAST_PICTURE_PX,
} from './picture-drawing.ts'

const PAGE = { handle: 'asha', pageName: 'Asha Rao', headline: '', banner: null, portrait: null }
const POST = { handle: 'asha', pageName: 'Asha Rao', title: 'Rain', cover: null, portrait: null }

/** How many pixels of a part of a picture aren't the colour of its first. */
async function inked(bytes: Uint8Array, part: { left: number; top: number; width: number; height: number }) {
  const { data, info } = await sharp(bytes)
    .extract(part)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels)
    if (Math.abs((data[at] ?? 0) - (data[0] ?? 0)) > 40) count += 1
  return count
}
/** Where a page's name stands, and the lines below it. */
const NAME = { left: 324, top: 330, width: 800, height: 110 }
const TITLE = { left: 72, top: 40, width: 1056, height: 400 }

describe('drawn pictures', () => {
  test('have the sizes that sites and podcast apps ask for', async () => {
    expect(await sharp(await drawShareImage(PAGE)).metadata()).toMatchObject({
      format: 'png',
      width: 1200,
      height: 630,
    })
    expect(await sharp(await drawPostShareImage(POST)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    })
    expect(await sharp(await drawPodcastPicture(PAGE)).metadata()).toMatchObject({
      format: 'jpeg',
      width: PODCAST_PICTURE_PX,
      height: PODCAST_PICTURE_PX,
    })
  })

  test.each(['Asha Rao', 'Łukasz Żółć', 'मीरा की रसोई', 'Ελένη', 'Дарья', 'Nguyễn'])(
    'show a page’s name: %s',
    async (pageName) => {
      expect(await inked(await drawShareImage({ ...PAGE, pageName }), NAME)).toBeGreaterThan(500)
    },
  )

  test('leave out a name that no font of ours has', async () => {
    const pageName = '山田の工房'
    expect(canDraw(pageName)).toBe(false)
    expect(await inked(await drawShareImage({ ...PAGE, pageName }), NAME)).toBe(0)
  })

  test('keep a long title above the page’s name', async () => {
    const short = await inked(await drawPostShareImage(POST), TITLE)
    const bytes = await drawPostShareImage({ ...POST, title: 'Words that go on and on. '.repeat(40) })
    expect(await inked(bytes, TITLE)).toBeGreaterThan(short * 5)
    expect(await inked(bytes, { left: 600, top: 510, width: 200, height: 100 })).toBe(0)
  })

  test('show banner, portrait and cover', async () => {
    const red = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    const at = async (bytes: Uint8Array, left: number, top: number) => [
      ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
    ]
    const page = await drawShareImage({ ...PAGE, banner: red, portrait: red })
    expect(await at(page, 600, 100)).toEqual([255, 0, 0])
    expect(await at(page, 182, 357)).toEqual([255, 0, 0])
    expect((await at(await drawPostShareImage({ ...POST, cover: red }), 600, 300))[0]).toBeGreaterThan(250)
  })
})
