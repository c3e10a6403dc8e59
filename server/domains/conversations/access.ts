import type { WhyNot } from '#contract/channels/rules.ts'
import { ANSWER_DAYS, REQUEST_DAYS } from '#contract/conversations/rules.ts'

const DAY_MS = 86_400_000

export type ParticipantState = 'active' | 'requested' | 'declined' | 'left'

/** One person in a conversation, and the other one of a pair. */
export interface Facts {
  kind: 'pair' | 'group'
  state: ParticipantState
  /** The first message that is theirs to see. */
  fromSeq: number
  isAgreed: boolean
  /** When one of them asked to write to the other, who hasn't accepted; null: nothing waits. */
  requestedAt: Date | null
  /** The viewer has written since then. */
  hasWritten: boolean
  otherState: ParticipantState | null
  isOtherErased: boolean
  isOtherSuspended: boolean
  isKeptApart: boolean
  /** They may write without asking, by what they are to each other now. */
  isReached: boolean
  /** When the other one wrote last. */
  otherWroteAt: Date | null
}

export function requestUntil(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + REQUEST_DAYS * DAY_MS)
}

/** The last moment before which a request is gone. */
export function requestsGoneBefore(now: Date): Date {
  return new Date(now.getTime() - REQUEST_DAYS * DAY_MS)
}

/** Whether somebody finds a conversation. Of what was declined or left, and of requests that are gone, nothing is found. */
export function mayRead({ kind, state, requestedAt, isOtherSuspended }: Facts, now: Date): boolean {
  if (state === 'declined' || state === 'left') return false
  if (kind === 'group') return true
  return !isOtherSuspended && (requestedAt === null || now < requestUntil(requestedAt))
}

/** Why somebody who may read a conversation may not write in it; null: they may. */
export function whyNotWrite(facts: Facts, now: Date): WhyNot | null {
  if (facts.kind === 'group') return null
  if (facts.isOtherErased) return 'ended'
  if (facts.isKeptApart) return 'blocked'
  if (facts.state === 'requested') return 'request'
  if (facts.isReached || facts.isAgreed || mayAnswer(facts, now)) return null
  if (facts.requestedAt !== null) return facts.hasWritten ? 'asked' : null
  return 'ended'
}

/** Whoever was written to may answer for a while, though nothing connects them any more. */
function mayAnswer({ otherWroteAt }: Facts, now: Date): boolean {
  return otherWroteAt !== null && now.getTime() - otherWroteAt.getTime() < ANSWER_DAYS * DAY_MS
}
