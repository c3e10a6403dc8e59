import type { RtmpMessage } from './chunks.ts'
import {
  type AudioSettings,
  readAudioSettings,
  readVideoSettings,
  type VideoSettings,
} from './codec-settings.ts'
import { createFragmenter, type Fragmenter } from './fragmenter.ts'
import { writeInit } from './fragmented-mp4.ts'
import { RtmpRefused } from './limits.ts'
import { AUDIO } from './session.ts'

export interface PublicationEvents {
  /** A new beginning: the first, or after the sender changed its settings or its clock. */
  onInit: (init: { bytes: Buffer; mime: string; width: number; height: number }) => void
  /** `isKeyframeFirst`: a decoder can begin with it. */
  onSegment: (bytes: Buffer, durationMs: number, isKeyframeFirst: boolean) => void
}

/** What is coming in, for the person who sends it. */
export interface IncomingFacts {
  width: number
  height: number
  kilobits: number
  /** Between the last two keyframes; null: there weren't two yet. */
  keyframeMs: number | null
  hasSound: boolean
  /** Closed captions lie in the pictures. */
  hasCaptions: boolean
}

export interface Publication {
  /** Takes a message with sound or pictures. Throws {@link RtmpRefused}. */
  take: (message: RtmpMessage) => void
  /** What is there becomes a segment; what follows is a new beginning, from the next keyframe on. */
  pause: () => void
  /** null: no picture came yet. Bits are counted since the last call. */
  facts: () => IncomingFacts | null
}

const H264 = 7
const AAC = 10
const KEYFRAME = 1
/** Before captions in a picture (ATSC A/53): country, provider, “GA94”, kind. */
const CAPTIONS = Buffer.from('b500314741393403', 'hex')
/** Sound whose settings come later than this begins with a new beginning. */
const SOUND_WAIT_MS = 1000
const JUMP_AHEAD_MS = 5000
const JUMP_BACK_MS = 1000
const AHEAD_OF_CLOCK_MS = 30_000
const BEGINNINGS = { max: 10, withinMs: 60_000 }

/** Turns what an encoder publishes into the beginning and the segments of a broadcast. */
export function createPublication(
  { onInit, onSegment }: PublicationEvents,
  nowMs: () => number = Date.now,
): Publication {
  let video: VideoSettings | null = null
  let audio: AudioSettings | null = null
  let fragmenter: Fragmenter | null = null
  let firstPictureMs: number | null = null
  let lastMs = 0
  let began = { atMs: 0, mediaMs: 0 }
  let beginnings: number[] = []
  let keyframeAtMs: number | null = null
  let keyframeMs: number | null = null
  let hasCaptions = false
  let counted = { bytes: 0, atMs: nowMs() }

  function pause(): void {
    fragmenter?.finish()
    fragmenter = null
    keyframeAtMs = null
  }

  function begin(settings: VideoSettings, atMs: number): Fragmenter {
    const now = nowMs()
    beginnings = [...beginnings.filter((moment) => now - moment < BEGINNINGS.withinMs), now]
    if (beginnings.length > BEGINNINGS.max) throw new RtmpRefused('begins again and again', 'restarts')
    began = { atMs: now, mediaMs: atMs }
    const codecs = [settings.codec, ...(audio ? [audio.codec] : [])].join(',')
    const { width, height } = settings
    onInit({ bytes: writeInit(settings, audio), mime: `video/mp4; codecs="${codecs}"`, width, height })
    return createFragmenter(audio, atMs, onSegment)
  }

  /** Decoding times only grow. */
  function decodingTime(saidMs: number): number {
    if (fragmenter === null) return saidMs
    if (saidMs - lastMs > JUMP_AHEAD_MS || lastMs - saidMs > JUMP_BACK_MS) {
      pause()
      return saidMs
    }
    return Math.max(saidMs, lastMs + 1)
  }

  function takeSettings(record: Buffer): void {
    if (video?.record.equals(record)) return
    pause()
    video = readVideoSettings(Buffer.from(record))
  }

  function takePicture({ payload, timestampMs }: RtmpMessage): void {
    if (payload.length < 5) return
    const head = payload.readUInt8(0)
    if ((head & 0x80) !== 0 || (head & 15) !== H264)
      throw new RtmpRefused('pictures that aren’t H.264', 'picture_format')
    const kind = payload.readUInt8(1)
    if (kind === 0) takeSettings(payload.subarray(5))
    if (kind !== 1 || video === null || payload.length === 5) return
    const isKeyframe = head >> 4 === KEYFRAME
    firstPictureMs ??= timestampMs
    hasCaptions ||= payload.includes(CAPTIONS)
    const decodedAtMs = decodingTime(timestampMs)
    if (fragmenter === null) {
      const isSoundSettled = audio !== null || timestampMs - firstPictureMs >= SOUND_WAIT_MS
      if (!isKeyframe || !isSoundSettled) return
      fragmenter = begin(video, decodedAtMs)
    }
    lastMs = decodedAtMs
    if (decodedAtMs - began.mediaMs - (nowMs() - began.atMs) > AHEAD_OF_CLOCK_MS)
      throw new RtmpRefused('runs ahead of the clock', 'clock')
    if (isKeyframe) {
      if (keyframeAtMs !== null) keyframeMs = decodedAtMs - keyframeAtMs
      keyframeAtMs = decodedAtMs
    }
    fragmenter.addPicture({
      bytes: payload.subarray(5),
      decodedAtMs,
      isKeyframe,
      shownAfterMs: payload.readIntBE(2, 3),
    })
  }

  function takeSound({ payload, timestampMs }: RtmpMessage): void {
    if (payload.length < 3) return
    if (payload.readUInt8(0) >> 4 !== AAC) throw new RtmpRefused('sound that isn’t AAC', 'sound_format')
    const record = payload.subarray(2)
    if (payload.readUInt8(1) !== 0) fragmenter?.addSound({ bytes: record, atMs: timestampMs })
    else if (!audio?.record.equals(record)) {
      pause()
      audio = readAudioSettings(Buffer.from(record))
    }
  }

  return {
    take(message) {
      counted.bytes += message.payload.length
      if (message.type === AUDIO) takeSound(message)
      else takePicture(message)
    },
    pause,
    facts() {
      const now = nowMs()
      const kilobits = Math.round((counted.bytes * 8) / Math.max(1, now - counted.atMs))
      counted = { bytes: 0, atMs: now }
      if (video === null) return null
      const { width, height } = video
      return { width, height, kilobits, keyframeMs, hasSound: audio !== null, hasCaptions }
    },
  }
}
