import { notePlayed } from '#contract/media/routes.ts'
import { call } from '#web/api/call.ts'

import type { Playback } from './sources.ts'

/** A video or sound counts as opened after this much playing, or at its end if it is shorter. */
const OPENED_AFTER_SECONDS = 10
/** Normal playback moves by less than this between two checks; a bigger step is a jump. */
const LONGEST_STEP_SECONDS = 2

/** Adds up how long something was really played; jumps don't count. */
export function createPlayedTime(): {
  /** Takes the current second; returns true once, when enough was played. */
  isEnough: (second: number, hasEnded: boolean) => boolean
} {
  let playedSeconds = 0
  let lastSecond = 0
  let hasAnswered = false
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
  }
}

/**
 * Tells the server when members-only media was played long enough to count as opened. Nobody waits for the answer: if
 * it is lost, a refund is only easier to get.
 */
export function tellWhenPlayed(element: HTMLMediaElement, playback: Playback): () => void {
  // Public media has addresses that don't expire, and plays no part in refunds.
  if (playback.expiresAt === null) return () => undefined
  const played = createPlayedTime()
  const look = () => {
    if (played.isEnough(element.currentTime, element.ended))
      call(notePlayed, { mediaId: playback._id }).catch(() => undefined)
  }
  for (const name of ['timeupdate', 'ended']) element.addEventListener(name, look)
  return () => {
    for (const name of ['timeupdate', 'ended']) element.removeEventListener(name, look)
  }
}
