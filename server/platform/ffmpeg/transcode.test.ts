import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { hasPrograms } from '#server/testing/optional-program.ts'

import { ladderFor } from './ladder.ts'
import { probe } from './probe.ts'
import { runFfmpeg } from './run-ffmpeg.ts'
import { transcode } from './transcode.ts'
import type { Made, Rendition } from './work.ts'

const isThere = hasPrograms('ffmpeg', 'ffprobe')

let folder: string
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-ffmpeg-'))
})
afterAll(() => fs.rm(folder, { recursive: true, force: true }))

async function made(name: string, ...args: string[]): Promise<string> {
  await runFfmpeg(['-v', 'error', ...args, name], { cwd: folder, timeoutMs: 60_000 })
  return path.join(folder, name)
}

async function aFolder(): Promise<string> {
  return fs.mkdtemp(path.join(folder, 'output-'))
}

function testPicture(size: string, seconds: number): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=${seconds}`]
}

function tone(seconds: number, filter = 'volume=0.02'): string[] {
  return ['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds},${filter}`]
}

const SHORT_VIDEO = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']

function byName({ renditions }: Made): Record<string, Rendition> {
  return Object.fromEntries(renditions.map((rendition) => [rendition.name, rendition]))
}

/** In LUFS, as EBU R128 measures it. */
async function loudnessOf(file: string): Promise<number> {
  const said = await runFfmpeg(['-v', 'info', '-i', file, '-af', 'ebur128', '-f', 'null', '-'], {
    cwd: folder,
    timeoutMs: 60_000,
  })
  return Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(said)?.[1])
}

describe('the sizes a video is offered in', () => {
  test.each([
    ['1920×1080', 1920, 1080, ['426x240', '854x480', '1280x720']],
    ['1280×720', 1280, 720, ['426x240', '854x480', '1280x720']],
    ['640×360', 640, 360, ['426x240']],
    ['upright 720×1280', 720, 1280, ['240x426', '480x854', '720x1280']],
    ['tiny 160×90', 160, 90, ['160x90']],
    ['odd 321×241', 321, 241, ['320x240']],
  ])('of %s never exceed it', (_, widthPx, heightPx, sizes) => {
    expect(ladderFor({ widthPx, heightPx }).map((rung) => `${rung.widthPx}x${rung.heightPx}`)).toEqual(sizes)
  })

  test('of a ribbon stay small', () => {
    for (const rung of ladderFor({ widthPx: 8000, heightPx: 240 }))
      expect(rung.widthPx * rung.heightPx).toBeLessThan(240 * 605)
  })
})

describe.skipIf(!isThere)('a video', () => {
  let renditions: Record<string, Rendition>
  const told: number[] = []
  beforeAll(async () => {
    const inputPath = await made('video.mp4', ...testPicture('640x480', 14), ...tone(14), ...SHORT_VIDEO)
    renditions = byName(
      await transcode({
        inputPath,
        outputDir: await aFolder(),
        kind: 'video',
        onProgress: (percent) => told.push(percent),
      }),
    )
  })

  test('becomes a ladder, an audio-only and a small rendition, and a poster', () => {
    expect(Object.keys(renditions).toSorted()).toEqual([
      'audio-only',
      'hls/240p.m3u8',
      'hls/240p.mp4',
      'hls/480p.m3u8',
      'hls/480p.mp4',
      'hls/audio.m3u8',
      'hls/audio.mp4',
      'hls/master.m3u8',
      'low',
      'poster',
    ])
  })

  test('has a master that names its steps, the sound alone among them', async () => {
    const master = await fs.readFile(renditions['hls/master.m3u8']?.file ?? '', 'utf8')
    expect(master).toMatch(
      /RESOLUTION=320x240,CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2",AUDIO="group_sound"\n240p\.m3u8/,
    )
    expect(master).toMatch(/RESOLUTION=640x480.*\n480p\.m3u8/)
    expect(master).toMatch(/CODECS="mp4a\.40\.2",AUDIO="group_sound"\naudio\.m3u8/)
    expect(master).toContain('NAME="Audio",DEFAULT=YES,URI="audio.m3u8"')
  })

  test('is cut into segments of six seconds that name files beside them, and cover the file', async () => {
    for (const name of ['240p', '480p', 'audio']) {
      const playlist = await fs.readFile(renditions[`hls/${name}.m3u8`]?.file ?? '', 'utf8')
      const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) =>
        Math.round(Number(seconds)),
      )
      expect(lengths).toEqual([6, 6, 2])
      const ranges = [...playlist.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)].map(([, length, offset]) => ({
        end: Number(length) + Number(offset),
      }))
      const { size } = await fs.stat(renditions[`hls/${name}.mp4`]?.file ?? '')
      expect(ranges.at(-1)?.end).toBeLessThanOrEqual(size)
      expect(ranges.at(-1)?.end).toBeGreaterThan(size * 0.95)
      expect(playlist).toContain('#EXT-X-ENDLIST')
      expect(playlist).not.toContain(folder)
    }
  })

  test('plays from the small rendition too, whole and with sound', async () => {
    const low = await probe(renditions['low']?.file ?? '')
    expect(low.video).toMatchObject({ widthPx: 320, heightPx: 240 })
    expect(low.audio).not.toBeNull()
    expect(Math.abs((low.durationMs ?? 0) - 14_000)).toBeLessThan(300)
  })

  test('sounds as loud as everything else', async () => {
    expect(Math.abs((await loudnessOf(renditions['audio-only']?.file ?? '')) + 16)).toBeLessThan(1)
  })

  test('reports its progress, rising to the end', () => {
    expect(told.length).toBeGreaterThan(3)
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    expect(told.at(-1)).toBe(100)
  })
})

describe.skipIf(!isThere)('videos of other kinds', () => {
  test('without sound, in portrait, from a phone that recorded the location', async () => {
    const lying = await made(
      'lying.mp4',
      ...testPicture('320x240', 2),
      '-c:v',
      'libx264',
      '-metadata',
      'location=+18.5204+073.8567/',
      '-movflags',
      'use_metadata_tags',
    )
    const turned = await made('turned.mp4', '-display_rotation', '90', '-i', lying, '-c', 'copy').catch(() =>
      made('turned.mp4', '-i', lying, '-c', 'copy', '-metadata:s:v:0', 'rotate=90'),
    )
    const renditions = byName(
      await transcode({ inputPath: turned, outputDir: await aFolder(), kind: 'video' }),
    )
    expect(renditions['low']).toMatchObject({ widthPx: 240, heightPx: 320 })
    expect(renditions['poster']).toMatchObject({ widthPx: 240, heightPx: 320 })
    expect(Object.keys(renditions)).not.toContain('hls/audio.m3u8')
    for (const { file } of Object.values(renditions))
      expect(await fs.readFile(file, 'latin1')).not.toContain('18.5204')
  })

  test('that browsers cannot play are converted to ones they can', async () => {
    const inputPath = await made(
      'old.avi',
      ...testPicture('320x240', 2),
      ...tone(2),
      '-c:v',
      'mpeg4',
      '-c:a',
      'mp3',
    )
    const renditions = byName(await transcode({ inputPath, outputDir: await aFolder(), kind: 'video' }))
    expect((await probe(renditions['low']?.file ?? '')).video).toMatchObject({ widthPx: 320 })
  })
})

describe.skipIf(!isThere)('an audio track', () => {
  test.each([
    ['quiet', 'volume=0.02', -16],
    ['loud', 'volume=1.5', -16],
  ])(
    'that is %s is brought to the common loudness, and gets a small rendition',
    async (name, filter, lufs) => {
      const inputPath = await made(`${name}.flac`, ...tone(6, filter))
      const renditions = byName(await transcode({ inputPath, outputDir: await aFolder(), kind: 'audio' }))
      expect(Object.keys(renditions)).toEqual(['audio-normalised', 'low'])
      const file = renditions['audio-normalised']?.file ?? ''
      expect(Math.abs((await loudnessOf(file)) - lufs)).toBeLessThan(1)
      expect((await fs.stat(renditions['low']?.file ?? '')).size).toBeLessThan((await fs.stat(file)).size)
    },
    60_000,
  )

  test('that is silent stays silent', async () => {
    const inputPath = await made('silence.wav', '-f', 'lavfi', '-i', 'anullsrc=duration=3')
    expect(
      (await transcode({ inputPath, outputDir: await aFolder(), kind: 'audio' })).renditions,
    ).toHaveLength(2)
  })
})

describe.skipIf(!isThere)('refused input', () => {
  test.each([
    'concat:/etc/hostname',
    '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n/etc/hostname\n#EXT-X-ENDLIST\n',
    'ffconcat version 1.0\nfile /etc/hostname\n',
    '<html></html>',
    '',
  ])('a file that is not a video: %j', async (text) => {
    const inputPath = path.join(folder, 'video-in-name.mp4')
    await fs.writeFile(inputPath, text)
    await expect(transcode({ inputPath, outputDir: await aFolder(), kind: 'video' })).rejects.toThrow(
      'ffprobe ended',
    )
  })

  test('an audio track as a video, and a video without sound as an audio track', async () => {
    const sound = await made('only-sound.wav', ...tone(1))
    await expect(transcode({ inputPath: sound, outputDir: await aFolder(), kind: 'video' })).rejects.toThrow(
      'no picture',
    )
    const video = await made('only-picture.mp4', ...testPicture('160x120', 1))
    await expect(transcode({ inputPath: video, outputDir: await aFolder(), kind: 'audio' })).rejects.toThrow(
      'no sound',
    )
  })

  test('waiting: work is stopped in the middle, and the next begins', async () => {
    const inputPath = await made('long.mp4', ...testPicture('640x480', 60), ...SHORT_VIDEO)
    const stopping = new AbortController()
    const outputDir = await aFolder()
    const running = transcode({
      inputPath,
      outputDir,
      kind: 'video',
      onProgress: () => stopping.abort(new Error('the server stops')),
      signal: stopping.signal,
    })
    await expect(running).rejects.toThrow('the server stops')
    const next = await made('next.wav', ...tone(1))
    expect(
      (await transcode({ inputPath: next, outputDir: await aFolder(), kind: 'audio' })).renditions,
    ).toHaveLength(2)
  })
})
