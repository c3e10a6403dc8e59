import fs from 'node:fs/promises'
import path from 'node:path'

import { even, ladderFor, type Rung } from './ladder.ts'
import type { Probed } from './probe.ts'
import { inputArgs, runFfmpeg, words } from './run-ffmpeg.ts'
import { hasFilter } from './find-ffmpeg.ts'
import {
  add,
  CLEAN,
  expectMade,
  isMade,
  listen,
  LISTENING_SHARE,
  type Note,
  reporter,
  upTo,
  type Work,
} from './work.ts'

const SEGMENT_SECONDS = 6
/** Seeking lands on a key frame; segments begin with one. */
const KEY_FRAME_SECONDS = 2
const MAX_FRAMES_PER_SECOND = 30
/** White, and the brightest light that still differs from it, in candela per square metre. */
const [HDR_WHITE, HDR_PEAK] = [203, 1000]
const POSTER_WIDTH_PX = 1280

const AUDIO_KILOBITS = 96
const PLAYLIST = 'application/vnd.apple.mpegurl'

/** Converts a video: its poster, the ladder, its smallest step as one file, and its sound alone. */
export async function makeVideo(work: Work): Promise<void> {
  const { facts, run } = work
  if (!facts.video) return
  const isMapped = facts.video.hdr !== null && (await hasFilter('zscale'))
  const toScreen = isMapped ? toneMapping(facts.video.hdr) : null
  await makePoster(work, facts.video, toScreen)
  const rungs = ladderFor(facts.video)
  work.notes.push(...pictureNotes(facts.video, rungs, isMapped))
  const sound = facts.audio ? await listen(work, facts.audio.stream) : null
  await runFfmpeg(ladderArgs(work, rungs, sound, toScreen), {
    ...run,
    onWrittenMs: reporter(work, LISTENING_SHARE, 0.98),
  })
  await expectMade(work, 'hls/master.m3u8')
  await finishMaster(path.join(work.outputDir, 'hls/master.m3u8'), sound !== null)
  const [lowest] = rungs
  if (!lowest) return
  const tracks = [`hls/${lowest.name}.mp4`, ...(sound === null ? [] : ['hls/audio.mp4'])]
  await copy(work, tracks, 'low.mp4')
  if (sound !== null) await copy(work, ['hls/audio.mp4'], 'audio-only.m4a')
  for (const { name, widthPx, heightPx } of rungs) {
    await add(work, `hls/${name}.mp4`, 'video/mp4', { widthPx, heightPx })
    await add(work, `hls/${name}.m3u8`, PLAYLIST)
  }
  if (sound !== null) {
    await add(work, 'hls/audio.mp4', 'audio/mp4')
    await add(work, 'hls/audio.m3u8', PLAYLIST)
    await add(work, 'audio-only.m4a', 'audio/mp4')
  }
  await add(work, 'low.mp4', 'video/mp4', lowest)
  // Last: once it exists, so does everything it names.
  await add(work, 'hls/master.m3u8', PLAYLIST)
}

/**
 * A telling frame: black ones and blends are skipped. Where a video lies about its length nothing is found there, and
 * its first frame has to do.
 */
async function makePoster(
  work: Work,
  video: NonNullable<Probed['video']>,
  toScreen: ToScreen | null,
): Promise<void> {
  const scale = Math.min(1, POSTER_WIDTH_PX / Math.max(video.widthPx, video.heightPx))
  const size = { widthPx: even(video.widthPx * scale), heightPx: even(video.heightPx * scale) }
  const at = Math.min(10, Math.min(work.durationMs, video.durationMs ?? work.durationMs) / 10_000)
  const frame = (chosen: string) => [
    ...inputArgs(work.inputPath),
    ...words(`-map 0:${video.stream} -frames:v 1 -q:v 4 -vf`),
    // From RGB, since a JPEG doesn't say which matrix its colours were made with, and is read with only one.
    `${toScreen?.(size) ?? scaleTo(size)},setsar=1,format=rgb24${chosen},format=yuvj420p`,
    ...CLEAN,
    'poster.jpg',
  ]
  await runFfmpeg([...words(`-v error -ss ${at.toFixed(3)} -t 4`), ...frame(',thumbnail=n=60')], work.run)
  if (!(await isMade(work, 'poster.jpg'))) await runFfmpeg([...words('-v error'), ...frame('')], work.run)
  await add(work, 'poster.jpg', 'image/jpeg', size)
}

interface Size {
  widthPx: number
  heightPx: number
}
/** The filters that bring a picture to a size, and to what every screen shows. */
type ToScreen = (size: Size) => string

function scaleTo({ widthPx, heightPx }: Size): string {
  return `scale=${widthPx}:${heightPx}:flags=bicubic`
}

/**
 * Brings HDR to the colours and the brightness of ordinary screens. White stays nearly white, and what is brighter is
 * compressed above it. It is scaled first: each pixel costs a lot.
 */
function toneMapping(hdr: NonNullable<Probed['video']>['hdr']): ToScreen {
  return ({ widthPx, heightPx }) =>
    [
      `zscale=w=${widthPx}:h=${heightPx}:tin=${hdr}:min=bt2020nc:pin=bt2020:t=linear:npl=${HDR_WHITE}`,
      'format=gbrpf32le',
      'zscale=p=bt709',
      `tonemap=mobius:param=0.6:desat=0:peak=${(HDR_PEAK / HDR_WHITE).toFixed(2)}`,
      'zscale=t=bt709:m=bt709:r=tv',
      'format=yuv420p',
    ].join(',')
}

function pictureNotes(
  { widthPx, heightPx, framesPerSecond }: NonNullable<Probed['video']>,
  rungs: readonly Rung[],
  isMapped: boolean,
): Note[] {
  const largest = rungs.at(-1)
  const isSmaller = largest !== undefined && largest.widthPx * largest.heightPx < widthPx * heightPx * 0.9
  return [
    ...(isMapped ? (['fromHdr'] as const) : []),
    ...((framesPerSecond ?? 0) > MAX_FRAMES_PER_SECOND * 1.01 ? (['fewerFrames'] as const) : []),
    ...(isSmaller ? (['smallerVideo'] as const) : []),
  ]
}

/** Pictures that come when they like are shown at the most we have; of a rate that is too high, every second one. */
function rateFor(framesPerSecond: number | null): number {
  if (framesPerSecond === null) return MAX_FRAMES_PER_SECOND
  return framesPerSecond / Math.ceil(framesPerSecond / MAX_FRAMES_PER_SECOND - 0.01)
}

function ladderArgs(
  work: Work,
  rungs: readonly Rung[],
  sound: string | null,
  toScreen: ToScreen | null,
): string[] {
  const { facts, durationMs, inputPath } = work
  const largest = rungs.at(-1)
  const split = rungs.map((_, index) => `[s${index}]`).join('')
  const picture = [
    `fps=${rateFor(facts.video?.framesPerSecond ?? null).toFixed(3)}:start_time=0`,
    ...(toScreen && largest ? [toScreen(largest)] : []),
    `split=${rungs.length}${split}`,
  ]
  const filters = [
    `[0:${facts.video?.stream}]${picture.join(',')}`,
    ...rungs.map((size, index) => `[s${index}]${scaleTo(size)},setsar=1,format=yuv420p[v${index}]`),
    ...(sound === null ? [] : [`[0:${facts.audio?.stream}]${sound}[a]`]),
  ]
  const group = sound === null ? '' : ',agroup:sound'
  const streams = [
    ...rungs.map(({ name }, index) => `v:${index}${group},name:${name}`),
    ...(sound === null ? [] : ['a:0,agroup:sound,default:yes,name:audio']),
  ]
  return [
    ...words('-v error -filter_complex_threads 1'),
    ...inputArgs(inputPath),
    ...upTo(durationMs),
    '-filter_complex',
    filters.join(';'),
    ...rungs.flatMap((_, index) => words(`-map [v${index}]`)),
    ...(sound === null ? [] : words('-map [a]')),
    ...words('-c:v libx264 -preset veryfast -crf 23 -profile:v high -flags:v +cgop -sc_threshold 0'),
    ...words(`-force_key_frames expr:gte(t,n_forced*${KEY_FRAME_SECONDS})`),
    ...rungs.flatMap(({ maxKilobits }, index) =>
      words(`-maxrate:v:${index} ${maxKilobits}k -bufsize:v:${index} ${maxKilobits * 2}k`),
    ),
    ...(sound === null ? [] : words(`-c:a aac -b:a ${AUDIO_KILOBITS}k`)),
    ...CLEAN,
    ...words(`-f hls -hls_time ${SEGMENT_SECONDS} -hls_playlist_type vod -hls_segment_type fmp4`),
    ...words('-hls_flags single_file+independent_segments'),
    '-var_stream_map',
    streams.join(' '),
    ...words('-master_pl_name master.m3u8 -hls_segment_filename hls/%v.mp4 hls/%v.m3u8'),
  ]
}

/** Puts tracks of ours into one file that also plays without HLS. */
async function copy(work: Work, tracks: readonly string[], file: string): Promise<void> {
  await runFfmpeg(
    [
      ...words('-v error'),
      ...tracks.flatMap((track) => ['-i', track]),
      ...tracks.flatMap((_, index) => ['-map', String(index)]),
      ...words('-c copy -movflags +faststart'),
      ...CLEAN,
      file,
    ],
    work.run,
  )
}

/** ffmpeg names the sound after its position, and offers it with a picture only. */
async function finishMaster(file: string, hasSound: boolean): Promise<void> {
  const text = (await fs.readFile(file, 'utf8')).trimEnd().replace(/NAME="audio_\d+"/, 'NAME="Audio"')
  const soundAlone = [
    `#EXT-X-STREAM-INF:BANDWIDTH=${AUDIO_KILOBITS * 1100},CODECS="mp4a.40.2",AUDIO="group_sound"`,
    'audio.m3u8',
  ]
  await fs.writeFile(file, `${[text, ...(hasSound ? ['', ...soundAlone] : [])].join('\n')}\n`)
}
