import { Worker } from 'node:worker_threads'

import { mediaFailures } from '#contract/media/failures.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import { Failure } from '#server/platform/failure.ts'

export interface ProbedTrack {
  codec: string | null
  /** As browsers are asked about it: avc1.64001f. */
  codecString: string | null
}

export interface ProbedFile {
  container: string
  durationMs: number | null
  video: (ProbedTrack & { widthPx: number; heightPx: number }) | null
  audio: ProbedTrack | null
}

export interface PlayableFacts {
  mime: string
  extension: string
  widthPx: number | null
  heightPx: number | null
  durationMs: number | null
  codecs: string
  playsNatively: boolean
}

/** What a file may take to be understood before it is given up. */
const PROBE_TIMEOUT_MS = 30_000
const PROBE_HEAP_MB = 192

/** By container: content type for video and for audio, and the ending of our own name for it. */
const CONTAINERS: Readonly<Record<string, { video: string | null; audio: string; extension: string }>> = {
  MP4: { video: 'video/mp4', audio: 'audio/mp4', extension: 'mp4' },
  // Players take QuickTime files for what they nearly are, when they are called that.
  'QuickTime File Format': { video: 'video/mp4', audio: 'audio/mp4', extension: 'mp4' },
  WebM: { video: 'video/webm', audio: 'audio/webm', extension: 'webm' },
  Matroska: { video: 'video/x-matroska', audio: 'audio/x-matroska', extension: 'mkv' },
  'MPEG Transport Stream': { video: 'video/mp2t', audio: 'audio/mp2t', extension: 'ts' },
  MP3: { video: null, audio: 'audio/mpeg', extension: 'mp3' },
  WAVE: { video: null, audio: 'audio/wav', extension: 'wav' },
  Ogg: { video: null, audio: 'audio/ogg', extension: 'ogg' },
  ADTS: { video: null, audio: 'audio/aac', extension: 'aac' },
  FLAC: { video: null, audio: 'audio/flac', extension: 'flac' },
}

/** What every current browser plays: the codecs by container. */
const NATIVE: Readonly<Record<string, { video: readonly string[]; audio: readonly string[] }>> = {
  MP4: { video: ['avc', 'vp9', 'av1'], audio: ['aac', 'mp3', 'opus', 'flac'] },
  'QuickTime File Format': { video: ['avc'], audio: ['aac', 'mp3'] },
  WebM: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
  MP3: { video: [], audio: ['mp3'] },
  WAVE: { video: [], audio: ['pcm-s16', 'pcm-u8', 'pcm-s24', 'pcm-f32'] },
  Ogg: { video: [], audio: ['opus', 'vorbis', 'flac'] },
  ADTS: { video: [], audio: ['aac'] },
  FLAC: { video: [], audio: ['flac'] },
}

/** The profiles that browsers decode: 8 bit, 4:2:0. */
const NATIVE_PROFILE: Readonly<Record<string, RegExp>> = {
  avc: /^avc[13]\.(?:42|4d|58|64)/i,
  vp8: /^vp8/,
  vp9: /^vp0?9(?:$|\.00)/,
  av1: /^av01\.0/,
}

/** Reads a file's container and tracks. Throws `medium_refused` when it is not of this kind. */
export async function readPlayable(file: string, kind: 'video' | 'audio'): Promise<PlayableFacts> {
  const probed = await probe(file)
  const container = probed && CONTAINERS[probed.container]
  const mime = container?.[kind]
  const track = probed?.[kind]
  if (!probed || !container || !mime || !track)
    throw new Failure(mediaFailures.medium_refused, {
      message: kind === 'video' ? mediaMessages.notAVideo : mediaMessages.notAnAudio,
    })
  const shown = kind === 'video' ? probed.video : null
  return {
    mime,
    extension: mime === 'audio/mp4' ? 'm4a' : container.extension,
    widthPx: shown ? Math.round(shown.widthPx) : null,
    heightPx: shown ? Math.round(shown.heightPx) : null,
    durationMs: probed.durationMs,
    codecs: [shown, probed.audio]
      .flatMap((one) => (one ? [one.codecString ?? one.codec ?? '?'] : []))
      .join(', '),
    playsNatively: playsNatively(probed, kind),
  }
}

/** Whether every current browser plays a file as it is. */
function playsNatively(probed: ProbedFile, kind: 'video' | 'audio'): boolean {
  const native = NATIVE[probed.container]
  if (!native) return false
  const { video, audio } = probed
  if (audio !== null && !native.audio.includes(audio.codec ?? '')) return false
  if (kind === 'audio') return audio !== null
  if (video === null || !native.video.includes(video.codec ?? '')) return false
  return NATIVE_PROFILE[video.codec ?? '']?.test(video.codecString ?? '') ?? false
}

let probing: Promise<unknown> = Promise.resolve()

/** One file at a time across the process: each takes a thread with a heap of its own. */
function probe(file: string): Promise<ProbedFile | null> {
  const turn = probing.then(() => probeNow(file))
  probing = turn
  return turn
}

function probeNow(file: string): Promise<ProbedFile | null> {
  const { NODE_COMPILE_CACHE } = process.env
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), {
      workerData: file,
      resourceLimits: { maxOldGenerationSizeMb: PROBE_HEAP_MB },
      // What it imports is compiled once, and not again for each file.
      env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
      execArgv: [],
    })
    const timer = setTimeout(() => end(null), PROBE_TIMEOUT_MS)
    const end = (result: ProbedFile | null) => {
      clearTimeout(timer)
      resolve(result)
      void worker.terminate()
    }
    worker.once('message', (message: ProbedFile | null) => end(message))
    worker.once('error', () => end(null))
    worker.once('exit', () => end(null))
  })
}
