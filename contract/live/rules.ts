/* Without zod: the page that lists live sessions loads this for visitors, too. */

import { LINE_LOST_MINUTES } from './broadcast-rules.ts'

export const LIVE_STATES = ['scheduled', 'open', 'live', 'ended', 'cancelled', 'missed'] as const
export type LiveState = (typeof LIVE_STATES)[number]

/** Whether people can ask, and whether a moderator looks at each question first. */
export const LIVE_QUESTIONS = ['off', 'open', 'moderated'] as const
export type LiveQuestions = (typeof LIVE_QUESTIONS)[number]

/** What becomes of a session: nothing, a draft of a post, or a post. */
export const LIVE_REPLAYS = ['none', 'draft', 'publish'] as const
export type LiveReplay = (typeof LIVE_REPLAYS)[number]

/** What the owner does to one. */
export const LIVE_MOVES = ['open', 'start', 'end', 'cancel'] as const
export type LiveMove = (typeof LIVE_MOVES)[number]

/** What keeps somebody out: they aren't in its audience. */
export const LIVE_DOORS = ['open', 'locked'] as const
export const LIVE_KEYS = ['sign_in', 'follow', 'plan'] as const

export const QUESTION_STATES = ['held', 'open', 'taken', 'answered', 'declined', 'withdrawn'] as const
export type QuestionState = (typeof QUESTION_STATES)[number]

/** What a moderator does about a question. */
export const QUESTION_ACTS = ['approve', 'decline', 'take', 'answer'] as const
export type QuestionAct = (typeof QUESTION_ACTS)[number]

/** `waiting`: to be answered, the most wanted first; `held`: for moderators; `own`: the caller's. */
export const QUESTION_PARTS = ['waiting', 'answered', 'held', 'own'] as const

/** So long before it starts, people can wait, write and ask. */
export const OPENS_BEFORE_MINUTES = 15
/** Not started by then, it is missed. */
export const MISSED_AFTER_HOURS = 2
export const LIVE_MAX_HOURS = 12
/** So long after the end, open questions can be answered in writing. */
const ANSWERABLE_DAYS = 14
export const STARTS_AHEAD_MAX_DAYS = 365
/** Sessions ahead, of one page. */
export const LIVE_AHEAD_MAX = 50

export const LIVE_TITLE_MAX_LENGTH = 100
export const LIVE_TEXT_MAX_LENGTH = 2000
export const QUESTION_MAX_LENGTH = 300
export const ANSWER_MAX_LENGTH = 2000
export const DECLINE_REASON_MAX_LENGTH = 500
/** Between two questions of a person. */
export const QUESTION_EVERY_SECONDS = 60
/** Of one person, waiting for an answer in one session. */
export const OPEN_QUESTIONS_MAX = 5
/** A page says so often that somebody is there; who hasn't been heard of for two of these has gone. */
export const ATTENDANCE_EVERY_SECONDS = 60

export const LIVE_SESSIONS_PER_PAGE = 20
/** On the home feed: so many sessions, and no later ones. */
export const FEED_LIVE_MAX = 3
export const FEED_LIVE_DAYS = 14
/** Sessions that are live at once, of those somebody is told of. */
export const LIVE_NOW_MAX = 20
export const QUESTIONS_PER_PAGE = 30
/** Polls of one session that are listed. */
export const LIVE_POLLS_MAX = 50

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export interface LiveTimes {
  /** As it was stored; time may have moved on since. */
  state: LiveState
  startsAt: Date
  liveAt: Date | null
  /** When the last of its picture came; null: none did. */
  heardAt?: Date | null
}

export function opensAt(startsAt: Date): Date {
  return new Date(startsAt.getTime() - OPENS_BEFORE_MINUTES * MINUTE_MS)
}

/** Whoever starts a session now is asked first: people expect it at its time. */
export function isEarly({ startsAt }: Pick<LiveTimes, 'startsAt'>, now: Date): boolean {
  return now < opensAt(startsAt)
}

function missedAt(startsAt: Date): Date {
  return new Date(startsAt.getTime() + MISSED_AFTER_HOURS * HOUR_MS)
}

/** The one rule of what a session is at a moment, however late the job comes that stores it. */
export function stateAt({ state, startsAt, liveAt, heardAt = null }: LiveTimes, now: Date): LiveState {
  if (state === 'live') return whyOver({ liveAt, heardAt }, now) === null ? 'live' : 'ended'
  if (state !== 'scheduled' && state !== 'open') return state
  if (now >= missedAt(startsAt)) return 'missed'
  return state === 'open' || now >= opensAt(startsAt) ? 'open' : 'scheduled'
}

/** Why a session that is live is over all the same; null: it isn't. */
export function whyOver(
  { liveAt, heardAt = null }: Pick<LiveTimes, 'liveAt' | 'heardAt'>,
  now: Date,
): 'too_long' | 'line_lost' | null {
  if (liveAt !== null && now.getTime() - liveAt.getTime() >= LIVE_MAX_HOURS * HOUR_MS) return 'too_long'
  const isLost = heardAt !== null && now.getTime() - heardAt.getTime() >= LINE_LOST_MINUTES * MINUTE_MS
  return isLost ? 'line_lost' : null
}

/** The state each move leads to, and from which ones; null: not from here. */
export function stateAfter(move: LiveMove, state: LiveState): LiveState | null {
  if (move === 'open') return state === 'scheduled' ? 'open' : null
  if (move === 'start') return state === 'open' ? 'live' : null
  if (move === 'end') return state === 'live' ? 'ended' : null
  return state === 'scheduled' || state === 'open' ? 'cancelled' : null
}

/** People write and ask. */
export function isUnderWay(state: LiveState): boolean {
  return state === 'open' || state === 'live'
}

/** Until when questions of a session that ended then are answered in writing. */
export function answerableUntil(endedAt: Date): Date {
  return new Date(endedAt.getTime() + ANSWERABLE_DAYS * DAY_MS)
}

/** Whether a moderator may do this to a question now; `state`: of the session. */
export function mayActOn(
  act: QuestionAct,
  question: QuestionState,
  session: { state: LiveState; endedAt: Date | null },
  now: Date,
): boolean {
  const isOver = session.state === 'ended'
  if (!isUnderWay(session.state) && !isOver) return false
  if (isOver && (session.endedAt === null || now >= answerableUntil(session.endedAt))) return false
  if (act === 'approve') return question === 'held'
  if (act === 'decline') return question === 'held' || question === 'open' || question === 'taken'
  if (act === 'take') return session.state === 'live' && question === 'open'
  return session.state !== 'open' && (question === 'open' || question === 'taken' || question === 'answered')
}
