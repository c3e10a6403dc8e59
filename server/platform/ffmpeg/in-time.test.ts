import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

import { fileOf, openConversions, QUICK_VIDEO, VP8 } from './conversion-testing.ts'
import { hasFfmpeg } from './find-ffmpeg.ts'
import { runFfmpeg, runFfprobe, words } from './run-ffmpeg.ts'

/* What is made is measured with ffmpeg's own detectors, and compared with what was put in. */

const isThere = await hasFfmpeg()
if (!isThere) process.stdout.write('skipped: no ffmpeg here\n')

const { folder, made, convert, said } = await openConversions()
afterAll(() => fs.rm(folder, { recursive: true, force: true }))

/** When something is first seen and heard: a picture that is not black, sound that is not silence. In seconds. */
async function beginnings(file: string): Promise<{ flash: number; beep: number }> {
  const found = await said(file, '-af silencedetect=n=-40dB:d=0.05 -vf blackdetect=d=0.05:pix_th=0.5')
  return {
    flash: Number(/black_end:([\d.]+)/.exec(found)?.[1]),
    beep: Number(/silence_end: ([\d.]+)/.exec(found)?.[1]),
  }
}

/** A white flash and a beep at a moment, in tracks that begin when they like. */
async function flashAndBeep(
  name: string,
  { at, picture, sound }: { at: number; picture: number; sound: number },
  codecs: readonly string[],
): Promise<string> {
  const during = (start: number) => `between(t,${(at - start).toFixed(2)},${(at - start + 0.4).toFixed(2)})`
  return made(name, [
    ...words(`-itsoffset ${picture} -f lavfi -i`),
    `color=black:s=320x240:r=30:d=${6 - picture},drawbox=c=white:t=fill:enable='${during(picture)}'`,
    ...words(`-itsoffset ${sound} -f lavfi -i`),
    `sine=frequency=880:sample_rate=48000:duration=${6 - sound},volume='if(${during(sound)},1,0)':eval=frame`,
    ...words('-map 0 -map 1'),
    ...codecs,
  ])
}

describe.skipIf(!isThere)('a flash and a beep at the same moment stay together', () => {
  test.each([
    ['late.mp4', { at: 3, picture: 0, sound: 1.48 }, [...QUICK_VIDEO, ...words('-c:a aac')]],
    ['a-little-late.mov', { at: 2, picture: 0, sound: 0.5 }, [...QUICK_VIDEO, ...words('-c:a pcm_s16le')]],
    ['very-late.mkv', { at: 5, picture: 0, sound: 4 }, [...QUICK_VIDEO, ...words('-c:a libmp3lame')]],
    ['late.webm', { at: 3, picture: 0, sound: 1.2 }, [...VP8, ...words('-c:a libopus')]],
    ['before-the-picture.mp4', { at: 3, picture: 1.5, sound: 0 }, [...QUICK_VIDEO, ...words('-c:a aac')]],
    ['before-the-picture.mkv', { at: 4, picture: 2, sound: 0 }, [...QUICK_VIDEO, ...words('-c:a flac')]],
    ['both-late.ts', { at: 4, picture: 1, sound: 2 }, [...QUICK_VIDEO, ...words('-c:a aac')]],
  ])(
    '%s',
    async (name, times, codecs) => {
      const result = await convert(await flashAndBeep(name, times, codecs))
      // A file's time begins with its first track.
      const expected = times.at - Math.min(times.picture, times.sound)
      for (const rendition of ['low', 'hls/master.m3u8']) {
        const { flash, beep } = await beginnings(fileOf(result, rendition))
        expect([rendition, Math.abs(flash - expected) < 0.06]).toEqual([rendition, true])
        expect([rendition, Math.abs(beep - flash) < 0.06]).toEqual([rendition, true])
      }
    },
    120_000,
  )

  test('also after a pause in the sound', async () => {
    const at = { at: 5, picture: 0, sound: 0 }
    const whole = await flashAndBeep('whole.mkv', at, [...QUICK_VIDEO, ...words('-c:a flac')])
    const args = [...words('-i'), whole, ...words('-c:v copy -c:a pcm_s16le -af')]
    const paused = await made('paused.mkv', [...args, "aselect='not(between(t,1,4))'"])
    const { flash, beep } = await beginnings(fileOf(await convert(paused), 'low'))
    expect([Math.abs(flash - 5) < 0.06, Math.abs(beep - flash) < 0.06]).toEqual([true, true])
  }, 60_000)
})

/** Pictures of changing grey, each unlike the one before, that come at one rate after another. */
async function variable(
  name: string,
  parts: readonly { until: number; rate: number }[],
  codecs: readonly string[],
  sourceRate = 120,
): Promise<string> {
  const apart = parts.reduceRight(
    (otherwise, { until, rate }) => `if(lt(t,${until}),${1 / rate},${otherwise})`,
    '1',
  )
  const seconds = parts.at(-1)?.until ?? 0
  return made(name, [
    ...words('-f lavfi -i'),
    `nullsrc=s=160x120:r=${sourceRate}:d=${seconds},geq=lum='mod(N*37,200)+20':cb=128:cr=128,select='isnan(prev_selected_t)+gte(t-prev_selected_t,${apart}-0.001)'`,
    ...words('-fps_mode vfr -enc_time_base 1/90000'),
    ...codecs,
  ])
}

/** How many pictures of a span of time differ from the one before. */
async function movingPictures(file: string, start: number, end: number): Promise<number> {
  const listed = path.join(folder, `${path.basename(path.dirname(file))}.txt`)
  await runFfmpeg(
    [
      ...words('-v error -i'),
      file,
      ...words(`-vf trim=${start}:${end},mpdecimate -fps_mode vfr -f framemd5`),
      listed,
    ],
    { cwd: folder, timeoutMs: 60_000 },
  )
  return (await fs.readFile(listed, 'utf8')).split('\n').filter((line) => /^\d/.test(line)).length
}

async function rateOf(file: string): Promise<string> {
  const args = ['-select_streams', 'v', '-show_entries', 'stream=r_frame_rate', '-of', 'csv=p=0', file]
  return (await runFfprobe(args, { cwd: folder, timeoutMs: 20_000 })).trim()
}

const STILL_THEN_MOTION = [
  { until: 16, rate: 0.1 },
  { until: 20, rate: 30 },
]

describe.skipIf(!isThere)('motion is kept', () => {
  test.each([
    ['still-then-motion.mp4', STILL_THEN_MOTION, QUICK_VIDEO, [16, 20], 120],
    ['still-then-motion.webm', STILL_THEN_MOTION, VP8, [16, 20], 120],
    ['still-then-motion.mkv', STILL_THEN_MOTION, QUICK_VIDEO, [16, 20], 120],
    [
      'slow-then-fast.mov',
      [
        { until: 8, rate: 1 },
        { until: 12, rate: 60 },
      ],
      QUICK_VIDEO,
      [8, 12],
      120,
    ],
    [
      '24-after-10.webm',
      [
        { until: 8, rate: 10 },
        { until: 12, rate: 24 },
      ],
      VP8,
      [8, 12],
      96,
    ],
    [
      '10-after-60.mp4',
      [
        { until: 4, rate: 60 },
        { until: 8, rate: 10 },
      ],
      QUICK_VIDEO,
      [4, 8],
      40,
    ],
  ] as const)(
    '%s',
    async (name, parts, codecs, [start, end], expected) => {
      const low = fileOf(await convert(await variable(name, parts, codecs)), 'low')
      const moving = await movingPictures(low, start, end)
      expect([name, moving, Math.abs(moving / expected - 1) < 0.06]).toEqual([name, moving, true])
    },
    120_000,
  )

  test.each([
    [25, '25/1', []],
    [24, '24/1', []],
    [10, '10/1', []],
    [60, '30/1', ['fewerFrames']],
    [50, '25/1', ['fewerFrames']],
  ])('at its own rate where that is one and the same, %i, or at half of it', async (rate, played, notes) => {
    const result = await convert(
      await variable(`constant-${rate}.mp4`, [{ until: 3, rate }], QUICK_VIDEO, rate * 2),
    )
    expect(await rateOf(fileOf(result, 'low'))).toBe(played)
    expect(result.notes).toEqual(notes)
  })
})
