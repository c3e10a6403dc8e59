import path from 'node:path'
import * as z from 'zod/mini'

import { inputArgs, MediaUnreadable, runFfmpeg, runFfprobe, words } from './run-ffmpeg.ts'

/** The whole file is read, since its packets are counted. */
const PROBE_TIMEOUT_MS = 120_000
const TRIAL_TIMEOUT_MS = 30_000
/** More tracks than these aren't tried. */
const TRACKS_MAX = 8

/** For a picture this large, an ffmpeg that holds a frame or two costs a few hundred megabytes of memory. */
const MAX_PIXELS = 50_000_000
/** H.264 goes no further. */
const MAX_SIDE_PX = 16_384
/** A few pictures that were dropped, and the last one's length. */
const RATE_TOLERANCE = 0.02

/** The transfer functions of HDR, as ffmpeg names them. */
const HDR = ['smpte2084', 'arib-std-b67'] as const

export interface Probed {
  /** When the last track ends, or else as the file says; null when neither says. */
  durationMs: number | null
  /** As displayed: rotated upright, with square pixels. */
  video: {
    stream: number
    widthPx: number
    heightPx: number
    /** null: it changes, or the file doesn't say. */
    framesPerSecond: number | null
    /** The sound may be longer. null when the file doesn't say. */
    durationMs: number | null
    hdr: (typeof HDR)[number] | null
  } | null
  audio: { stream: number; channels: number } | null
  /** All that the file has, whether or not they can be decoded here. */
  audioStreams: number[]
}

const answer = z.object({
  format: z.object({ duration: z.optional(z.string()), start_time: z.optional(z.string()) }),
  streams: z.array(
    z.object({
      index: z.number(),
      start_time: z.optional(z.string()),
      duration: z.optional(z.string()),
      codec_type: z.optional(z.string()),
      width: z.optional(z.number()),
      height: z.optional(z.number()),
      sample_aspect_ratio: z.optional(z.string()),
      r_frame_rate: z.optional(z.string()),
      nb_read_packets: z.optional(z.string()),
      field_order: z.optional(z.string()),
      color_transfer: z.optional(z.string()),
      channels: z.optional(z.number()),
      disposition: z.optional(z.object({ attached_pic: z.optional(z.number()) })),
      side_data_list: z.optional(z.array(z.object({ rotation: z.optional(z.number()) }))),
    }),
  ),
})

type Stream = z.output<typeof answer>['streams'][number]

/** Reads a file's properties, and decodes the beginnings of its tracks. Throws `MediaUnreadable`. */
export async function probe(file: string, signal?: AbortSignal): Promise<Probed> {
  const text = await runFfprobe(
    [...inputArgs(file), ...words('-count_packets -show_format -show_streams -print_format json=compact=1')],
    { cwd: path.dirname(file), timeoutMs: PROBE_TIMEOUT_MS, signal },
  )
  const { format, streams } = answer.parse(JSON.parse(text))
  // The cover of a record is a picture among the streams.
  const videos = streams.filter(
    (stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic,
  )
  const audios = streams.filter((stream) => stream.codec_type === 'audio')
  const video = await firstDecoded(file, videos, signal)
  const audio = await firstDecoded(file, audios, signal)
  const endOf = (stream: Stream | undefined) => {
    const durationMs = millisecondsOf(stream?.duration)
    const start = Number(stream?.start_time ?? 0) - Number(format.start_time ?? 0)
    return durationMs === null ? 0 : durationMs + Math.max(0, Math.round(start * 1000) || 0)
  }
  const endMs = Math.max(endOf(video), endOf(audio))
  // What a file says of itself as a whole may be anything.
  const durationMs = endMs > 0 ? endMs : millisecondsOf(format.duration)
  return {
    durationMs,
    video: video ? readVideo(video, durationMs) : null,
    audio: audio ? { stream: audio.index, channels: audio.channels ?? 0 } : null,
    audioStreams: audios.map(({ index }) => index),
  }
}

/** Before anything is decoded. Throws `MediaUnreadable`. */
function checkSize({ codec_type: type, width = 0, height = 0 }: Stream): void {
  if (type !== 'video') return
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE_PX)
    throw new MediaUnreadable(`A picture of ${width} × ${height}`)
}

/** The first track that this machine can decode: others are of codecs that are too new, or only some makers' own. */
async function firstDecoded(
  file: string,
  streams: readonly Stream[],
  signal: AbortSignal | undefined,
): Promise<Stream | undefined> {
  for (const stream of streams.slice(0, TRACKS_MAX)) {
    checkSize(stream)
    if (await isDecoded(file, stream, signal)) return stream
  }
  return undefined
}

async function isDecoded(file: string, { index }: Stream, signal: AbortSignal | undefined): Promise<boolean> {
  let hasWritten = false
  try {
    await runFfmpeg(
      [...words('-v error'), ...inputArgs(file), ...words(`-map 0:${index} -frames 10 -f null -`)],
      {
        cwd: path.dirname(file),
        timeoutMs: TRIAL_TIMEOUT_MS,
        signal,
        onWrittenMs: () => void (hasWritten = true),
      },
    )
  } catch (error) {
    if (!(error instanceof MediaUnreadable)) throw error
    return false
  }
  return hasWritten
}

function millisecondsOf(seconds: string | undefined): number | null {
  const value = Number(seconds)
  return Number.isFinite(value) && value > 0 ? Math.round(value * 1000) : null
}

function readVideo(stream: Stream, fileMs: number | null): NonNullable<Probed['video']> {
  const { width = 0, height = 0 } = stream
  const shownWidth = Math.max(1, Math.round(width * (ratio(stream.sample_aspect_ratio, ':') ?? 1)))
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0
  const isTurned = Math.abs(rotation) % 180 === 90
  const durationMs = millisecondsOf(stream.duration)
  return {
    stream: stream.index,
    widthPx: isTurned ? height : shownWidth,
    heightPx: isTurned ? shownWidth : height,
    durationMs,
    framesPerSecond: constantRate(stream, durationMs ?? fileMs),
    hdr: HDR.find((transfer) => transfer === stream.color_transfer) ?? null,
  }
}

/**
 * The rate of a track whose pictures all come at one; null: they don't. What a file says, and what ffprobe estimates, is
 * only true of its beginning or of its average: so it has to fit the pictures that there are.
 */
function constantRate(stream: Stream, durationMs: number | null): number | null {
  const base = ratio(stream.r_frame_rate, '/')
  if (base === null || durationMs === null) return null
  const counted = (Number(stream.nb_read_packets) * 1000) / durationMs
  // Of interlaced pictures, the halves are counted.
  const isInterlaced = /^(?:tt|bb|tb|bt)$/.test(stream.field_order ?? '')
  const fits = (rate: number) => Math.abs(counted / rate - 1) < RATE_TOLERANCE
  return [base, ...(isInterlaced ? [base / 2] : [])].find(fits) ?? null
}

/** null when it is missing, or zero on either side. */
function ratio(text: string | undefined, divider: string): number | null {
  const [left = 0, right = 0] = (text ?? '').split(divider).map(Number)
  return left > 0 && right > 0 ? left / right : null
}
