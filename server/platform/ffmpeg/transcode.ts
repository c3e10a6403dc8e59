import fs from 'node:fs/promises'
import path from 'node:path'

import { ladderFor, type Rung } from './ladder.ts'
import { loudnessFilter } from './loudness.ts'
import { probe, type Probed } from './probe.ts'
import { inputArgs, MediaUnreadable, runFfmpeg, words } from './run-ffmpeg.ts'

const SEGMENT_SECONDS = 6
/** Seeking lands on a key frame; segments begin with one. */
const KEY_FRAME_SECONDS = 2
const MAX_FRAMES_PER_SECOND = 30
const POSTER_WIDTH_PX = 1280
const AUDIO_KILOBITS = { video: 96, audio: 160, low: 56 }

/** Nothing longer is made ready; what lies about its length is cut here too. */
const MAX_DURATION_MS = 6 * 60 * 60_000

/** How much slower than playing it the work may be, on a machine that has other things to do. */
const SLOWEST = 12
const STARTING_MS = 120_000

/** Listening for the loudness is this share of the work. */
const LISTENING_SHARE = 0.15

/** A file made for playing. `name` is ours for it; playlists refer to their neighbours by it. */
export interface Rendition {
  name: string
  file: string
  mime: string
  widthPx: number | null
  heightPx: number | null
}

interface TranscodeOptions {
  inputPath: string
  /** An empty folder that is the caller's to remove. */
  outputDir: string
  kind: 'video' | 'audio'
  /** Told the percentage that is done, rising. */
  onProgress?: (percent: number) => void
  /** Told of each file when it is complete, before the next is begun: a poster need not wait for the film. */
  onRendition?: (rendition: Rendition) => Promise<void>
  signal?: AbortSignal
}

/** One at a time in this process: each uses every core it gets. */
let working: Promise<unknown> = Promise.resolve()

/**
 * Makes what browsers play of a film or a sound track. A film: `poster`, an HLS ladder (`hls/master.m3u8` and what it
 * names; each step is one file, read by ranges), `low`, its smallest step for players without HLS, and `audio-only`. A
 * sound track: `audio-normalised` and `low`. All sound is brought to the common loudness. Throws `MediaUnreadable` when the
 * file is not what it should be; rejects with the signal's reason.
 */
export function transcode(options: TranscodeOptions): Promise<Rendition[]> {
  const turn = working.then(() => transcodeNow(options))
  working = turn.catch(() => undefined)
  return turn
}

/** What one piece of work passes to the next. */
interface Work extends TranscodeOptions {
  facts: Probed
  durationMs: number
  made: Rendition[]
  run: Parameters<typeof runFfmpeg>[1]
}

async function transcodeNow(options: TranscodeOptions): Promise<Rendition[]> {
  const { inputPath, outputDir, kind, signal } = options
  const facts = await probe(inputPath, signal)
  if (kind === 'video' && !facts.video) throw new MediaUnreadable('There is no picture in it')
  if (kind === 'audio' && !facts.audio) throw new MediaUnreadable('There is no sound in it')
  const durationMs = Math.min(facts.durationMs ?? MAX_DURATION_MS, MAX_DURATION_MS)
  const { size } = await fs.stat(inputPath)
  const work: Work = {
    ...options,
    facts,
    durationMs,
    made: [],
    run: {
      cwd: outputDir,
      timeoutMs: STARTING_MS + durationMs * SLOWEST,
      signal,
      output: { folder: outputDir, maxBytes: 2 * size + (durationMs / 1000) * 700_000 + 50_000_000 },
    },
  }
  await fs.mkdir(path.join(outputDir, 'hls'), { recursive: true })
  await (kind === 'video' ? makeFilm(work) : makeSoundTrack(work))
  options.onProgress?.(100)
  return work.made
}

async function makeFilm(work: Work): Promise<void> {
  const { facts, run } = work
  if (!facts.video) return
  await makePoster(work, facts.video)
  const rungs = ladderFor(facts.video)
  const sound = facts.audio ? await listen(work, facts.audio.stream) : null
  await runFfmpeg(ladderArgs(work, rungs, sound), {
    ...run,
    onWrittenMs: reporter(work, LISTENING_SHARE, 0.98),
  })
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
  // Last: whoever finds it finds everything it names.
  await add(work, 'hls/master.m3u8', PLAYLIST)
}

async function makeSoundTrack(work: Work): Promise<void> {
  const { facts, run, inputPath } = work
  if (!facts.audio) return
  const sound = await listen(work, facts.audio.stream)
  await runFfmpeg(
    [
      ...words('-v error'),
      ...inputArgs(inputPath),
      ...upTo(work.durationMs),
      '-filter_complex',
      `[0:${facts.audio.stream}]${sound},asplit=2[full][low]`,
      ...words('-map [full]'),
      ...aac(AUDIO_KILOBITS.audio),
      'audio-normalised.m4a',
      ...words('-map [low]'),
      ...aac(AUDIO_KILOBITS.low),
      'low.m4a',
    ],
    { ...run, onWrittenMs: reporter(work, LISTENING_SHARE, 1) },
  )
  await add(work, 'audio-normalised.m4a', 'audio/mp4')
  await add(work, 'low.m4a', 'audio/mp4')
}

/** A frame that says something: black ones and blends are passed over. */
async function makePoster(work: Work, video: NonNullable<Probed['video']>): Promise<void> {
  const scale = Math.min(1, POSTER_WIDTH_PX / Math.max(video.widthPx, video.heightPx))
  const size = { widthPx: Math.round(video.widthPx * scale), heightPx: Math.round(video.heightPx * scale) }
  const at = Math.min(10, work.durationMs / 10_000)
  await runFfmpeg(
    [
      ...words(`-v error -ss ${at.toFixed(3)} -t 4`),
      ...inputArgs(work.inputPath),
      ...words(`-map 0:${video.stream} -vf scale=${size.widthPx}:${size.heightPx},setsar=1,thumbnail=n=60`),
      ...words('-frames:v 1 -q:v 4'),
      ...CLEAN,
      'poster.jpg',
    ],
    work.run,
  )
  await add(work, 'poster.jpg', 'image/jpeg', size)
}

function listen(work: Work, stream: number): Promise<string> {
  return loudnessFilter(work.inputPath, stream, {
    ...work.run,
    onWrittenMs: reporter(work, 0, LISTENING_SHARE),
  })
}

function ladderArgs(work: Work, rungs: readonly Rung[], sound: string | null): string[] {
  const { facts, durationMs, inputPath } = work
  const fps = Math.min(MAX_FRAMES_PER_SECOND, facts.video?.framesPerSecond ?? MAX_FRAMES_PER_SECOND)
  const split = rungs.map((_, index) => `[s${index}]`).join('')
  const filters = [
    `[0:${facts.video?.stream}]fps=${fps.toFixed(3)},split=${rungs.length}${split}`,
    ...rungs.map(
      ({ widthPx, heightPx }, index) =>
        `[s${index}]scale=${widthPx}:${heightPx}:flags=bicubic,setsar=1,format=yuv420p[v${index}]`,
    ),
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
    ...(sound === null ? [] : words(`-c:a aac -b:a ${AUDIO_KILOBITS.video}k`)),
    ...CLEAN,
    ...words(`-f hls -hls_time ${SEGMENT_SECONDS} -hls_playlist_type vod -hls_segment_type fmp4`),
    ...words('-hls_flags single_file+independent_segments'),
    '-var_stream_map',
    streams.join(' '),
    ...words('-master_pl_name master.m3u8 -hls_segment_filename hls/%v.mp4 hls/%v.m3u8'),
  ]
}

const PLAYLIST = 'application/vnd.apple.mpegurl'

/** Where it was filmed, by whom, with what: none of that is published. */
const CLEAN = words('-map_metadata -1 -map_chapters -1 -fflags +bitexact')

function upTo(durationMs: number): string[] {
  return words(`-t ${(durationMs + 1000) / 1000}`)
}

function aac(kilobits: number): string[] {
  return [...words(`-c:a aac -b:a ${kilobits}k -movflags +faststart`), ...CLEAN]
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

/** ffmpeg names the sound after its place, and offers it with a picture only. */
async function finishMaster(file: string, hasSound: boolean): Promise<void> {
  const text = (await fs.readFile(file, 'utf8')).trimEnd().replace(/NAME="audio_\d+"/, 'NAME="Audio"')
  const soundAlone = [
    `#EXT-X-STREAM-INF:BANDWIDTH=${AUDIO_KILOBITS.video * 1100},CODECS="mp4a.40.2",AUDIO="group_sound"`,
    'audio.m3u8',
  ]
  await fs.writeFile(file, `${[text, ...(hasSound ? ['', ...soundAlone] : [])].join('\n')}\n`)
}

async function add(
  work: Work,
  file: string,
  mime: string,
  size: { widthPx: number; heightPx: number } | null = null,
): Promise<void> {
  const rendition: Rendition = {
    name: file.startsWith('hls/') ? file : file.replace(/\.\w+$/, ''),
    file: path.join(work.outputDir, file),
    mime,
    widthPx: size?.widthPx ?? null,
    heightPx: size?.heightPx ?? null,
  }
  work.made.push(rendition)
  await work.onRendition?.(rendition)
}

/** Turns written time into the share of the whole work between two marks. */
function reporter(work: Work, from: number, to: number): (writtenMs: number) => void {
  let last = -1
  return (writtenMs) => {
    const share = from + (to - from) * Math.min(1, writtenMs / work.durationMs)
    const percent = Math.min(99, Math.floor(share * 100))
    if (percent > last) work.onProgress?.((last = percent))
  }
}
