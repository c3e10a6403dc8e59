import {
  canEncodeAudio,
  canEncodeVideo,
  MediaStreamAudioTrackSource,
  MediaStreamVideoTrackSource,
  Mp4OutputFormat,
  NullTarget,
  Output,
} from 'mediabunny'

import { SEGMENT_MIN_MS } from '#contract/live/broadcast-rules.ts'

import { fitPictures } from './fit-pictures.ts'
import { fragmentMs, tracksOf } from './fragment-length.ts'
import type { Segment } from './segment-queue.ts'
import { FRAMES_A_SECOND, type Size, SIZES, SOUND_BITRATE } from './sizes.ts'

/** A little less than the time between key frames, which is what ends a part. */
const PART_MIN_SECONDS = 0.9
/** So long an encoder of sound may take to be there, when it is ended at once. */
const SOUND_WITHIN_MS = 3000

export interface Header {
  bytes: Uint8Array<ArrayBuffer>
  /** With its codecs. */
  mime: string
}

export interface Encoding {
  /** Ends it; what is left comes as a last segment. */
  finish: () => Promise<void>
}

/** Whether this browser encodes a picture of this size in a way that every viewer's browser plays. */
export async function canEncode(size: Size): Promise<boolean> {
  const { width, height, bitrate } = SIZES[size]
  return canEncodeVideo('avc', { width, height, bitrate, latencyMode: 'realtime' })
}

/** Encodes the tracks into parts of a second, each of which begins with a whole picture. */
export async function startEncoding(given: {
  video: MediaStreamTrack
  audio: MediaStreamTrack
  size: Size
  onHeader: (header: Header) => void
  onSegment: (segment: Segment) => void
  onFailure: (error: unknown) => void
}): Promise<Encoding> {
  if (!(await canEncodeAudio('aac'))) await bringAac()
  fitPictures()
  const { width, height, bitrate } = SIZES[given.size]
  const header: Uint8Array<ArrayBuffer>[] = []
  let tracks: ReturnType<typeof tracksOf> = []
  const codecs: { video: string | null; audio: string | null } = { video: null, audio: null }
  let moof: Uint8Array<ArrayBuffer> | null = null
  const sound = Promise.withResolvers<boolean>()

  const output = new Output({
    format: new Mp4OutputFormat({
      fastStart: 'fragmented',
      minimumFragmentDuration: PART_MIN_SECONDS,
      onFtyp: (data) => void header.push(copyOf(data)),
      onMoov: (data) => {
        header.push(copyOf(data))
        const bytes = joined(header)
        tracks = tracksOf(bytes)
        // Ended before there was a picture, it is nothing to show.
        if (codecs.video !== null && codecs.audio !== null)
          given.onHeader({ bytes, mime: `video/mp4; codecs="${codecs.video},${codecs.audio}"` })
      },
      onMoof: (data) => (moof = copyOf(data)),
      onMdat: (data) => {
        if (!moof) return
        const durationMs = fragmentMs(moof, tracks)
        // Only the very last can be shorter.
        if (durationMs >= SEGMENT_MIN_MS) given.onSegment({ bytes: joined([moof, data]), durationMs })
        moof = null
      },
    }),
    target: new NullTarget(),
  })
  const video = new MediaStreamVideoTrackSource(
    // The kind says it.
    given.video as MediaStreamVideoTrack,
    {
      codec: 'avc',
      bitrate,
      keyFrameInterval: 1,
      // The picture keeps its size when its source changes, as a shared window does.
      transform: { width, height, fit: 'contain' },
      onEncoderConfig: ({ codec }) => (codecs.video = codec),
    },
    { frameRate: FRAMES_A_SECOND },
  )
  const audio = new MediaStreamAudioTrackSource(given.audio as MediaStreamAudioTrack, {
    codec: 'aac',
    bitrate: SOUND_BITRATE,
    onEncoderConfig: ({ codec }) => (codecs.audio = codec),
    onEncodedPacket: () => sound.resolve(true),
  })
  for (const source of [video, audio]) source.errorPromise.catch(given.onFailure)
  output.addVideoTrack(video, { frameRate: FRAMES_A_SECOND })
  output.addAudioTrack(audio)
  await output.start()
  return {
    async finish() {
      setTimeout(() => sound.resolve(false), SOUND_WITHIN_MS)
      // The encoder of sound mustn't be flushed before it is there: it would read from memory that isn't its own, which
      // has ended whole tabs. Without sound there is no header either, so nothing was sent that could be completed.
      await ((await sound.promise) ? output.finalize() : output.cancel())
    },
  }
}

/** An encoder for browsers without one, such as Firefox, and Chromium on Linux: half a megabyte that only they load. */
async function bringAac(): Promise<void> {
  const { registerAacEncoder } = await import('@mediabunny/aac-encoder')
  registerAacEncoder()
}

function copyOf(data: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(data)
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
