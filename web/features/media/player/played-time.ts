import { notePlay } from '#contract/analytics/calls.ts'
import { notePlayed } from '#contract/media/calls.ts'
import { call } from '#web/api/call.ts'

import type { Playback } from './sources.ts'

/** A video or sound counts as opened after this much playing, or at its end if it is shorter. */
const OPENED_AFTER_SECONDS = 10
/** The part of its length after which it counts as completed. */
const COMPLETED_AT = 0.9
/** Normal playback moves by less than this between two checks; a bigger step is a jump. */
const LONGEST_STEP_SECONDS = 2

/** Adds up how long something was really played; jumps don't count. */
export function createPlayedTime(): {
  /** Takes the current second; returns true once, when enough was played. */
  isEnough: (second: number, hasEnded: boolean) => boolean
  /** Call after it; returns true once, when nine tenths are behind somebody who has played enough. */
  isComplete: (second: number, durationSeconds: number) => boolean
} {
  let playedSeconds = 0
  let lastSecond = 0
  let hasAnswered = false
  let hasCompleted = false
  return {
    isEnough(second, hasEnded) {
      const step = second - lastSecond
      lastSecond = second
      if (step > 0 && step < LONGEST_STEP_SECONDS) playedSeconds += step
      if (hasAnswered || (playedSeconds < OPENED_AFTER_SECONDS && !(hasEnded && playedSeconds > 0)))
        return false
      hasAnswered = true
      return true
    },
    isComplete(second, durationSeconds) {
      // A duration that isn't known yet is NaN.
      if (hasCompleted || !hasAnswered || !(second >= durationSeconds * COMPLETED_AT)) return false
      hasCompleted = true
      return true
    },
  }
}

/**
 * Tells the server when something was played long enough to count as a play, and as opened if it is for members only, and
 * when most of it was. Nobody waits for the answers: if one is lost, a refund is only easier to get.
 */
export function tellWhenPlayed(element: HTMLMediaElement, playback: Playback): () => void {
  const mediaId = playback._id
  const played = createPlayedTime()
  const tell = (hasCompleted: boolean) => call(notePlay, { mediaId, hasCompleted }).catch(() => undefined)
  const look = () => {
    const { currentTime, ended, duration } = element
    if (played.isEnough(currentTime, ended)) {
      void tell(false)
      // Public media has addresses that don't expire, and plays no part in refunds.
      if (playback.expiresAt !== null) call(notePlayed, { mediaId }).catch(() => undefined)
    }
    if (played.isComplete(currentTime, duration)) void tell(true)
  }
  for (const name of ['timeupdate', 'ended']) element.addEventListener(name, look)
  return () => {
    for (const name of ['timeupdate', 'ended']) element.removeEventListener(name, look)
  }
}
