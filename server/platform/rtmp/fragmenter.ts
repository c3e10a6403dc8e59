import { FRAGMENT_BYTES_MAX, FRAGMENT_SAMPLES_MAX, RtmpRefused } from './limits.ts'
import type { AudioSettings } from './codec-settings.ts'
import { type Sample, type TrackRun, writeFragment } from './fragmented-mp4.ts'

export interface Picture {
  bytes: Buffer
  decodedAtMs: number
  isKeyframe: boolean
  shownAfterMs: number
}

export interface Sound {
  bytes: Buffer
  atMs: number
}

export interface Fragmenter {
  /** In the order of decoding; the first one is a keyframe. Throws {@link RtmpRefused}. */
  addPicture: (picture: Picture) => void
  addSound: (sound: Sound) => void
  /** Nothing follows: what is there becomes a last segment. */
  finish: () => void
}

/** A segment of less isn't worth a request. */
const SHORTEST_MS = 100
const KEYFRAME_AFTER_MS = 1000
/** Segments without a keyframe, when keyframes are far apart. */
const CUT_AFTER_MS = 2000
/** A keyframe that is expected by then is waited for. */
const WAITED_FOR_MS = 3000
const AAC_FRAME = 1024
/** Sound may still come to the pictures that are there. */
const FULL_BYTES = FRAGMENT_BYTES_MAX * 0.9
/** Timestamps are rounded to milliseconds; beyond this, sound is missing or came twice. */
const SOUND_DRIFT_MS = 100
const FALLBACK_PICTURE_MS = 33

/**
 * Collects pictures and sound and cuts them into segments. A segment begins with a keyframe wherever keyframes are at
 * most three seconds apart; where they are rarer, it is cut every two seconds all the same, so that the delay doesn't
 * follow the encoder's settings: players begin at the next keyframe.
 */
export function createFragmenter(
  audio: AudioSettings | null,
  startsAtMs: number,
  emit: (bytes: Buffer, durationMs: number, isKeyframeFirst: boolean) => void,
): Fragmenter {
  let pictures: Picture[] = []
  let sounds: { bytes: Buffer; at: number }[] = []
  let bytes = 0
  let number = 0
  /** Where the next sound begins, in samples since the start; null: none came yet. */
  let soundAt: number | null = null
  let keyframeAtMs = startsAtMs
  let keyframeDistanceMs = 0

  function shouldCut(next: Picture): boolean {
    const [first] = pictures
    if (first === undefined) return false
    const gatheredMs = next.decodedAtMs - first.decodedAtMs
    if (gatheredMs < SHORTEST_MS) return false
    if (bytes + next.bytes.length > FULL_BYTES) return true
    if (next.isKeyframe) return gatheredMs >= KEYFRAME_AFTER_MS || !first.isKeyframe
    const isKeyframeNear = keyframeDistanceMs <= WAITED_FOR_MS && keyframeDistanceMs > 0
    return gatheredMs >= (isKeyframeNear ? WAITED_FOR_MS : CUT_AFTER_MS)
  }

  function videoRun(first: Picture, endsAtMs: number): TrackRun {
    const samples = pictures.map(({ bytes: data, decodedAtMs, isKeyframe, shownAfterMs }, index): Sample => {
      const nextAtMs = pictures[index + 1]?.decodedAtMs ?? endsAtMs
      return { bytes: data, duration: nextAtMs - decodedAtMs, isKeyframe, shownAfter: shownAfterMs }
    })
    return { startsAt: first.decodedAtMs - startsAtMs, samples }
  }

  function audioRun(until: number): TrackRun | null {
    const taken = sounds.filter(({ at }) => at < until)
    sounds = sounds.slice(taken.length)
    const [first] = taken
    if (first === undefined) return null
    const samples = taken.map(({ bytes: data, at }, index): Sample => {
      const nextAt = taken[index + 1]?.at ?? at + AAC_FRAME
      return { bytes: data, duration: nextAt - at, isKeyframe: true, shownAfter: 0 }
    })
    return { startsAt: first.at, samples }
  }

  function cut(endsAtMs: number): void {
    const [first] = pictures
    if (first === undefined) return
    number += 1
    const until = audio ? Math.round(((endsAtMs - startsAtMs) * audio.sampleRate) / 1000) : 0
    const fragment = writeFragment(number, videoRun(first, endsAtMs), audioRun(until))
    pictures = []
    bytes = sounds.reduce((sum, sound) => sum + sound.bytes.length, 0)
    emit(fragment, endsAtMs - first.decodedAtMs, first.isKeyframe)
  }

  function count(added: number): void {
    bytes += added
    if (bytes > FRAGMENT_BYTES_MAX || pictures.length + sounds.length > FRAGMENT_SAMPLES_MAX)
      throw new RtmpRefused('too much for the time it takes', 'too_much')
  }

  return {
    addPicture(picture) {
      if (shouldCut(picture)) cut(picture.decodedAtMs)
      if (picture.isKeyframe) {
        keyframeDistanceMs = picture.decodedAtMs - keyframeAtMs
        keyframeAtMs = picture.decodedAtMs
      }
      pictures.push(picture)
      count(picture.bytes.length)
    },
    addSound({ bytes: data, atMs }) {
      if (!audio || atMs < startsAtMs) return
      const said = Math.round(((atMs - startsAtMs) * audio.sampleRate) / 1000)
      const expected: number = soundAt ?? said
      const driftMs = ((said - expected) * 1000) / audio.sampleRate
      // What came twice is left out; after a gap it goes on where it should.
      if (driftMs < -SOUND_DRIFT_MS) return
      const at = driftMs > SOUND_DRIFT_MS ? said : expected
      sounds.push({ bytes: data, at })
      soundAt = at + AAC_FRAME
      count(data.length)
    },
    finish() {
      const [last, before] = [pictures.at(-1), pictures.at(-2)]
      const [first] = pictures
      if (last === undefined || first === undefined) return
      const lengthMs = before ? last.decodedAtMs - before.decodedAtMs : FALLBACK_PICTURE_MS
      const endsAtMs = last.decodedAtMs + lengthMs
      if (endsAtMs - first.decodedAtMs >= SHORTEST_MS) cut(endsAtMs)
    },
  }
}
