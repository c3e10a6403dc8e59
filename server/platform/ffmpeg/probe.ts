import path from 'node:path'
import * as z from 'zod/mini'

import { inputArgs, MediaUnreadable, runFfprobe } from './run-ffmpeg.ts'

const PROBE_TIMEOUT_MS = 30_000

/** For a picture this large, an ffmpeg that holds a frame or two costs a few hundred megabytes of memory. */
const MAX_PIXELS = 50_000_000
/** H.264 goes no further. */
const MAX_SIDE_PX = 16_384

export interface Probed {
  /** Of the longest track, or else as the file says; null when neither says. */
  durationMs: number | null
  /** As displayed: rotated upright, with square pixels. */
  video: {
    stream: number
    widthPx: number
    heightPx: number
    framesPerSecond: number
    /** The sound may be longer. null when the file doesn't say. */
    durationMs: number | null
  } | null
  audio: { stream: number } | null
}

const answer = z.object({
  format: z.object({ duration: z.optional(z.string()) }),
  streams: z.array(
    z.object({
      index: z.number(),
      duration: z.optional(z.string()),
      codec_type: z.optional(z.string()),
      width: z.optional(z.number()),
      height: z.optional(z.number()),
      sample_aspect_ratio: z.optional(z.string()),
      avg_frame_rate: z.optional(z.string()),
      channels: z.optional(z.number()),
      disposition: z.optional(z.object({ attached_pic: z.optional(z.number()) })),
      side_data_list: z.optional(z.array(z.object({ rotation: z.optional(z.number()) }))),
    }),
  ),
})

type Stream = z.output<typeof answer>['streams'][number]

/** Reads a file's properties, without decoding it. Throws `MediaUnreadable`. */
export async function probe(file: string, signal?: AbortSignal): Promise<Probed> {
  const text = await runFfprobe(
    [...inputArgs(file), '-show_format', '-show_streams', '-print_format', 'json=compact=1'],
    { cwd: path.dirname(file), timeoutMs: PROBE_TIMEOUT_MS, signal },
  )
  const { format, streams } = answer.parse(JSON.parse(text))
  // The cover of a record is a picture among the streams.
  const video = streams.find((stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic)
  const audio = streams.find((stream) => stream.codec_type === 'audio' && (stream.channels ?? 0) > 0)
  const longestMs = Math.max(millisecondsOf(video?.duration) ?? 0, millisecondsOf(audio?.duration) ?? 0)
  return {
    // A file's claims about itself as a whole may be anything.
    durationMs: longestMs > 0 ? longestMs : millisecondsOf(format.duration),
    video: video ? readVideo(video) : null,
    audio: audio ? { stream: audio.index } : null,
  }
}

function millisecondsOf(seconds: string | undefined): number | null {
  const value = Number(seconds)
  return Number.isFinite(value) && value > 0 ? Math.round(value * 1000) : null
}

function readVideo(stream: Stream): NonNullable<Probed['video']> {
  const { width = 0, height = 0 } = stream
  if (width * height === 0 || width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE_PX)
    throw new MediaUnreadable(`A picture of ${width} × ${height}`)
  const shownWidth = Math.max(1, Math.round(width * (ratio(stream.sample_aspect_ratio, ':') ?? 1)))
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0
  const isTurned = Math.abs(rotation) % 180 === 90
  return {
    stream: stream.index,
    widthPx: isTurned ? height : shownWidth,
    heightPx: isTurned ? shownWidth : height,
    durationMs: millisecondsOf(stream.duration),
    framesPerSecond: ratio(stream.avg_frame_rate, '/') ?? 30,
  }
}

/** null when it is missing, or zero on either side. */
function ratio(text: string | undefined, divider: string): number | null {
  const [left = 0, right = 0] = (text ?? '').split(divider).map(Number)
  return left > 0 && right > 0 ? left / right : null
}
