import { LOST_AFTER_SECONDS } from '#contract/live/broadcast-rules.ts'
import { isUnderWay, type LiveState, stateAt } from '#contract/live/rules.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { dollarsFromCents } from '#contract/money.ts'
import { postPath } from '#server/domains/posts/service.ts'

import type { FoundRow } from './queries.ts'

/** A session as a viewer or a visitor finds it. */
export function presentLive(row: FoundRow, viewerId: string | null, now: Date): LiveSession {
  const { mayCome, planId, planName, planPriceCents, planCurrency } = row
  const isOwner = viewerId === row.ownerId
  const state = stateAt(row, now)
  const key = mayCome ? null : keyOf(row, viewerId)
  return {
    _id: row.id,
    pageHandle: row.handle,
    title: row.title,
    text: mayCome ? row.text : '',
    startsAt: row.startsAt.toISOString(),
    state,
    liveAt: row.liveAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    door: mayCome ? 'open' : 'locked',
    key,
    plan:
      key === 'plan' &&
      planId !== null &&
      planName !== null &&
      planPriceCents !== null &&
      planCurrency !== null
        ? { _id: planId, name: planName, price: dollarsFromCents(planPriceCents), currency: planCurrency }
        : null,
    questions: row.questions,
    anonymousAllowed: row.anonymousAllowed,
    video: row.video,
    isOnAir: isOnAir(row, state, now),
    isReminded: row.isReminded,
    isOwner,
    mayModerate: isOwner || row.isModerator,
    asked: mayCome ? row.asked : 0,
    unshown: mayCome ? row.unshown : 0,
    present: mayCome && isUnderWay(state) ? row.present : 0,
    sequence: row.sequence,
    now: now.toISOString(),
    replayPath: replayPathOf(row),
    settings: isOwner ? settingsOf(row) : null,
  }
}

function isOnAir({ heardAt, lostAt }: FoundRow, state: LiveState, now: Date): boolean {
  if (state !== 'live' || heardAt === null || lostAt !== null) return false
  return now.getTime() - heardAt.getTime() < LOST_AFTER_SECONDS * 1000
}

export function replayPathOf({ postId, slug, handle, isPublished }: FoundRow): string | null {
  return postId === null || !isPublished ? null : postPath({ handle, slug, id: postId })
}

function settingsOf(row: FoundRow): LiveSession['settings'] {
  const { postId, isPublished, handle } = row
  return {
    audience: row.audience ?? [],
    replay: row.replay,
    peak: row.peak,
    attended: row.attended,
    health:
      row.heardAt === null
        ? null
        : {
            bitrate: row.bitrate ?? 0,
            lastSegmentAt: row.heardAt.toISOString(),
            segments: row.segments,
          },
    draftPath: postId === null || isPublished ? null : `/${handle}/write/${postId}`,
  }
}

function keyOf({ widest, planId }: FoundRow, viewerId: string | null): LiveSession['key'] {
  if (widest === 'everyone') return viewerId === null ? 'sign_in' : null
  if (widest === 'followers') return 'follow'
  return planId === null ? null : 'plan'
}

/** Whether it belongs to the part of the list it was found in: time may have moved it on. */
export function isComing(state: LiveState): boolean {
  return state === 'scheduled' || isUnderWay(state)
}
