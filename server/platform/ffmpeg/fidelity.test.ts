import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

import { fileOf, openConversions, QUICK_VIDEO, VP8 } from './conversion-testing.ts'
import { hasFfmpeg } from './find-ffmpeg.ts'
import { runFfmpeg, words } from './run-ffmpeg.ts'

/* What is made is measured with ffmpeg's own detectors, and compared with what was put in. */

const isThere = await hasFfmpeg()
if (!isThere) process.stdout.write('skipped: no ffmpeg here\n')

const { folder, made, convert, said } = await openConversions()
afterAll(() => fs.rm(folder, { recursive: true, force: true }))

/** The brightness on the left and on the right of a picture, 0 to 255, as whoever looks at it sees it. */
async function brightness(file: string): Promise<{ left: number; right: number }> {
  const at = async (x: number) => {
    const raw = path.join(folder, `${path.basename(path.dirname(file))}-${path.basename(file)}-${x}`)
    const filters = `crop=16:16:iw*${x}:ih/2,format=rgb24`
    await runFfmpeg([...words('-v error -i'), file, ...words('-frames:v 1 -f rawvideo -vf'), filters, raw], {
      cwd: folder,
      timeoutMs: 20_000,
    })
    const bytes = await fs.readFile(raw)
    return bytes.reduce((sum, byte) => sum + byte, 0) / bytes.length
  }
  return { left: await at(0.25), right: await at(0.75) }
}

/** Half black, half the white of HDR, which is 203 candela per square metre: how each transfer function writes that. */
const HDR_CODES = { smpte2084: 572, 'arib-std-b67': 721 }

describe.skipIf(!isThere)('an HDR video', () => {
  test.each(Object.entries(HDR_CODES))(
    'of %s has a poster that looks like what is played: white is white',
    async (transfer, white) => {
      const hdr = await made(`${transfer}.mp4`, [
        ...words('-f lavfi -i'),
        `nullsrc=s=640x360:r=30:d=2,format=yuv420p10,geq=lum='if(lt(X,320),64,${white})':cb=512:cr=512`,
        ...words('-c:v libx265 -preset ultrafast -x265-params log-level=error -pix_fmt yuv420p10le'),
        ...words(`-color_primaries bt2020 -color_trc ${transfer} -colorspace bt2020nc -color_range tv`),
      ])
      const result = await convert(hdr)
      const [poster, low] = [
        await brightness(fileOf(result, 'poster')),
        await brightness(fileOf(result, 'low')),
      ]
      expect(poster.left).toBeLessThan(10)
      expect(poster.right).toBeGreaterThan(215)
      expect(Math.abs(poster.right - low.right)).toBeLessThan(4)
      expect(result.notes).toContain('fromHdr')
    },
    120_000,
  )
})

/** Makes the codec of the first sound track one that nobody knows; of MP4, what is said of it elsewhere goes as well. */
async function withUnknown(file: string, codec: string): Promise<string> {
  const bytes = await fs.readFile(file)
  const at = bytes.indexOf(codec)
  bytes.write('xxxx', at + codec.length - 4, 'latin1')
  if (codec === 'mp4a') bytes.write('free', bytes.indexOf('esds', at), 'latin1')
  await fs.writeFile(file, bytes)
  return file
}

const LOUD = words('-f lavfi -i sine=frequency=880:duration=3')
const PICTURE = words('-f lavfi -i testsrc2=size=320x240:rate=25:duration=3')

/** The loudest of it, in decibels. */
async function soundOf(file: string): Promise<number> {
  return Number(/max_volume: (-?[\d.]+) dB/.exec(await said(file, '-af volumedetect'))?.[1])
}

describe.skipIf(!isThere)('a sound track of an unknown codec', () => {
  test.each([
    ['mp4', 'aac', 'mp4a', 2],
    ['mov', 'aac', 'mp4a', 3],
    ['mkv', 'aac', 'A_AAC', 2],
    ['webm', 'libopus', 'A_OPUS', 2],
  ])('is passed over for the next one, in %s', async (container, encoder, codec, tracks) => {
    const inputPath = await made(`unknown.${container}`, [
      ...PICTURE,
      ...LOUD,
      ...Array.from({ length: tracks }, () => words('-map 1')).flat(),
      ...words('-map 0'),
      ...(container === 'webm' ? VP8 : QUICK_VIDEO),
      ...words(`-c:a ${encoder}`),
    ])
    const result = await convert(await withUnknown(inputPath, codec))
    expect(await soundOf(fileOf(result, 'low'))).toBeGreaterThan(-20)
    expect(result.notes).toContain('otherSound')
  })

  test('and no other: the video is there without sound, and that is told', async () => {
    const args = [...PICTURE, ...LOUD, ...QUICK_VIDEO, ...words('-c:a aac')]
    const result = await convert(await withUnknown(await made('alone.mp4', args), 'mp4a'))
    expect(result.notes).toContain('noSound')
    expect(result.renditions.map(({ name }) => name)).not.toContain('hls/audio.mp4')
  })

  test('in an audio file is passed over as well', async () => {
    const args = [...LOUD, ...words('-map 0 -map 0 -c:a aac')]
    const result = await convert(await withUnknown(await made('two.m4a', args), 'mp4a'), 'audio')
    expect(await soundOf(fileOf(result, 'audio-normalised'))).toBeGreaterThan(-20)
    expect(result.notes).toContain('otherSound')
  })

  test('several that are known: the first is played, and that is told', async () => {
    const args = [...PICTURE, ...LOUD, ...words('-map 0 -map 1 -map 1'), ...QUICK_VIDEO, ...words('-c:a aac')]
    expect((await convert(await made('several.mp4', args))).notes).toContain('oneSound')
  })
})
