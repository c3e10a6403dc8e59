import { useEffect } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { listFeedLive, listLiveNow } from '#contract/live/calls.ts'
import { changeDigest, getBadges, listNotifications } from '#contract/notifications/calls.ts'
import { ACCESS } from '#contract/realtime.ts'
import { call, CallError } from '#web/api/call.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { useQuery } from '#web/api/use-query.ts'
import { timeZoneName } from '#web/features/time/when-text.ts'

const TOLD = [getBadges, listNotifications]
const COUNTED = [getBadges]
const LIVE = [listLiveNow, listFeedLive]

type Badges = Omit<OutputOf<typeof getBadges>, 'isTimeZoneKnown'>

const NONE: Badges = {
  notifications: 0,
  refundRequests: 0,
  heldMessages: 0,
  openReports: 0,
  messages: 0,
  keepsOrder: false,
  seenUntil: null,
}

/** What waits for the viewer. */
export function useBadges(): Badges {
  return useQuery(getBadges, {}).data ?? NONE
}

/** Keeps the bell up to date, and tells the server about this browser. In a page once, wherever the bell is shown. */
export function useBellNews() {
  useRefreshOn('notification', TOLD)
  useRefreshOn('conversations', COUNTED)
  useRefreshOn('live', LIVE)
  useRefreshOn(ACCESS, LIVE)
  useKeptPush(useQuery(getLoggedInUser, {}).data?.user._id)
  useLearnedTimeZone(useQuery(getBadges, {}).data?.isTimeZoneKnown === false)
}

let isTold = false

/** The server learns once where it is eight in the morning; the settings change it. */
function useLearnedTimeZone(isUnknown: boolean) {
  useEffect(() => {
    if (!isUnknown || isTold) return
    isTold = true
    call(changeDigest, { timeZone: timeZoneName(), isGuess: true }).catch((error: unknown) => {
      // Another page tries again.
      if (!(error instanceof CallError)) throw error
    })
  }, [isUnknown])
}

let isKept = false

/** Pushes end with the session they were asked for in; the next one takes them over. */
function useKeptPush(userId: string | undefined) {
  useEffect(() => {
    if (userId === undefined || isKept || localStorage.getItem('push-for') !== userId) return
    isKept = true
    import('#web/features/push/push-device.ts')
      .then(({ keepPush }) => keepPush(userId))
      // Another visit tries again; until then the bell tells the same.
      .catch(() => undefined)
  }, [userId])
}
