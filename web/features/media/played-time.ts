import { notePlayed } from '#contract/media/routes.ts'
import { call } from '#web/api/call.ts'

import type { Playback } from './sources.ts'

/** Played for this long, or to its end when it is shorter, a video or sound counts as opened. */
const OPENED_AFTER_SECONDS = 10
/** Between two looks an element that plays moves on by less; what moves further was moved by hand. */
const LONGEST_STEP_SECONDS = 2

/** Adds up how long something was really played; jumps do not count. */
export function createPlayedTime(): {
  /** Where it stands; answers once whether that was enough. */
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
 * Tells the server when something for members was played long enough to count as opened. Nobody waits for the answer:
 * when it is lost, a refund is easier to have.
 */
export function tellWhenPlayed(element: HTMLMediaElement, playback: Playback): () => void {
  // What everybody may play has addresses that do not end, and no part in refunds.
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
