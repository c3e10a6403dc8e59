import * as z from 'zod/mini'

import type { Platform } from '../platform.ts'
import { defineTask } from '../process-pool/task.ts'
import type * as tasks from './probe-tasks.ts'
import type { ProbedFile } from './probed-file.ts'

export interface PlayableFacts {
  mime: string
  extension: string
  widthPx: number | null
  heightPx: number | null
  durationMs: number | null
  codecs: string
  playsNatively: boolean
}

const track = z.object({ codec: z.nullable(z.string()), codecString: z.nullable(z.string()) })

const probeTask = defineTask<typeof tasks.probe>({
  module: new URL('./probe-tasks.ts', import.meta.url),
  name: 'probe',
  output: z.nullable(
    z.object({
      container: z.string(),
      durationMs: z.nullable(z.number()),
      video: z.nullable(z.extend(track, { widthPx: z.number(), heightPx: z.number() })),
      audio: z.nullable(track),
    }),
  ),
  timeoutMs: 30_000,
})

/** By container: content type for video and for audio, and the ending of our own name for it. */
const CONTAINERS: Readonly<Record<string, { video: string | null; audio: string; extension: string }>> = {
  MP4: { video: 'video/mp4', audio: 'audio/mp4', extension: 'mp4' },
  // Players accept QuickTime files as MP4, which they nearly are, when labelled so.
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

/**
 * Reads a file's container and tracks, within 30 s; null when it isn't of this kind. Throws `ProcessDied` when reading
 * killed the process.
 */
export async function readPlayable(
  { processes }: Pick<Platform, 'processes'>,
  file: string,
  kind: 'video' | 'audio',
): Promise<PlayableFacts | null> {
  const probed = await processes.quick.run(probeTask, file)
  const container = probed && CONTAINERS[probed.container]
  const mime = container?.[kind]
  const played = probed?.[kind]
  if (!probed || !container || !mime || !played) return null
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
