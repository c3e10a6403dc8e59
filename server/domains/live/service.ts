import type { LiveVideo } from '#contract/live/broadcast-rules.ts'
import { liveFailures } from '#contract/live/failures.ts'
import {
  LIVE_AHEAD_MAX,
  type LiveMove,
  type LiveQuestions,
  type LiveReplay,
  type LiveState,
  opensAt,
  stateAfter,
  stateAt,
  STARTS_AHEAD_MAX_DAYS,
} from '#contract/live/rules.ts'
import { keepAudience, type StepOnWire } from '#server/domains/audiences/service.ts'
import { openChannel } from '#server/domains/channels/service.ts'
import { noteLive, refuseStoppedPosting } from '#server/domains/creators/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { countPresent } from './attendance-queries.ts'
import { liveMoved, liveScheduled, liveTopic } from './events.ts'
import {
  countAhead,
  findLive,
  findLiveByKey,
  type FoundRow,
  insertLive,
  isAnyLive,
  type LiveRow,
  type LiveValues,
  lockLive,
  lockLiveOf,
  storeLive,
} from './queries.ts'
import { applyState } from './states.ts'

export { listReminded } from './attendance-queries.ts'
export { findLiveFacts, type LiveRow, listComing } from './queries.ts'
export { findQuestionFacts } from './question-queries.ts'
export { findReportedQuestion, withholdQuestion } from './reported-questions.ts'

export interface LiveForm {
  title: string
  text: string
  startsAt: string
  audience: readonly StepOnWire[]
  questions: LiveQuestions
  anonymousAllowed: boolean
  replay: LiveReplay
  video?: LiveVideo | undefined
}

const DAY_MS = 86_400_000

function momentOf(startsAt: string, now: Date): Date {
  const at = new Date(startsAt)
  const ahead = at.getTime() - now.getTime()
  if (ahead < 0 || ahead > STARTS_AHEAD_MAX_DAYS * DAY_MS) throw new Failure(liveFailures.starts_wrong)
  return at
}

async function valuesOf(
  db: Db,
  creatorId: string,
  form: LiveForm,
  { startsAt, video }: { startsAt: Date; video: LiveVideo },
  now: Date,
): Promise<LiveValues> {
  const { title, text, questions, anonymousAllowed, replay } = form
  const audienceId = await keepAudience(db, creatorId, form.audience, now)
  return { title, text, questions, anonymousAllowed, replay, video, startsAt, audienceId }
}

/** Throws `starts_wrong`, `too_many_ahead`, `plan_not_found`, `posting_stopped`. */
export async function scheduleLive(
  db: Db,
  { creatorId, clientKey, form }: { creatorId: string; clientKey: string; form: LiveForm },
  now: Date,
): Promise<string> {
  await lockLiveOf(db, creatorId)
  const known = await findLiveByKey(db, creatorId, clientKey)
  if (known !== null) return known
  await refuseStoppedPosting(db, creatorId)
  const startsAt = momentOf(form.startsAt, now)
  if ((await countAhead(db, creatorId, LIVE_AHEAD_MAX)) >= LIVE_AHEAD_MAX)
    throw new Failure(liveFailures.too_many_ahead)
  const id = newId(now)
  await openChannel(db, { id, kind: 'live', creatorId, now })
  await insertLive(db, {
    ...(await valuesOf(db, creatorId, form, { startsAt, video: form.video ?? 'none' }, now)),
    id,
    creatorId,
    clientKey,
    now,
  })
  await noteLive(db, creatorId)
  await emit(db, liveScheduled, { liveSessionId: id }, now)
  await announcePageChange(db, creatorId)
  return id
}

/** One that its viewer, or a visitor, finds, open to them or not. Throws `live_session_not_found`. */
export async function getFoundLive(
  db: Db,
  { id, viewerId, now }: { id: string; viewerId: string | null; now: Date },
): Promise<FoundRow> {
  const row = await findLive(db, { viewerId, now }, id)
  if (!row) throw new Failure(liveFailures.live_session_not_found)
  return row
}

/** One that they may come to; for others it can't be found. Throws `live_session_not_found`. */
export async function getEnteredLive(
  db: Db,
  asked: { id: string; viewerId: string; now: Date },
): Promise<FoundRow> {
  const row = await getFoundLive(db, asked)
  if (!row.mayCome) throw new Failure(liveFailures.live_session_not_found)
  return row
}

/** One of the viewer's own, locked, in the state it has now. For everyone else it can't be found. */
export async function lockOwnLive(db: Db, viewer: Viewer, id: string, now: Date): Promise<LiveRow> {
  const found = await getFoundLive(db, { id, viewerId: viewer.id, now })
  const row = found.ownerId === viewer.id ? await lockLive(db, id) : null
  if (!row) throw new Failure(liveFailures.live_session_not_found)
  return { ...row, state: stateAt(row, now) }
}

/** Throws `wrong_state`, `starts_wrong`, `plan_not_found`. */
export async function changeLive(db: Db, row: LiveRow, form: LiveForm, now: Date): Promise<void> {
  const isMoved = Date.parse(form.startsAt) !== row.startsAt.getTime()
  const { video = row.video } = form
  if (!isChangeable(row.state) || (row.state === 'live' && (isMoved || video !== row.video)))
    throw new Failure(liveFailures.wrong_state)
  const startsAt = isMoved ? momentOf(form.startsAt, now) : row.startsAt
  // Put off, a waiting room closes again.
  const state = isMoved && row.state === 'open' && now < opensAt(startsAt) ? 'scheduled' : row.state
  const values = await valuesOf(db, row.creatorId, form, { startsAt, video }, now)
  await storeLive(db, { ...values, id: row.id, state, isMoved })
  if (isMoved) await emit(db, liveMoved, { liveSessionId: row.id, sequence: row.sequence + 1 }, now)
  await publish(db, liveTopic, row.id, { name: 'live-session.changed', data: {} })
  await announcePageChange(db, row.creatorId)
}

function isChangeable(state: LiveState): boolean {
  return state === 'scheduled' || state === 'open' || state === 'live'
}

/** Throws `wrong_state`, `one_live_only`. */
export async function moveLive(db: Db, row: LiveRow, move: LiveMove, now: Date): Promise<void> {
  const state = stateAfter(move, row.state)
  // A session with a picture is started by it.
  if (state === null || (move === 'start' && row.video !== 'none'))
    throw new Failure(liveFailures.wrong_state)
  if (state === 'live') {
    await lockLiveOf(db, row.creatorId)
    if (await isAnyLive(db, row.creatorId)) throw new Failure(liveFailures.one_live_only)
  }
  await applyState(db, row, { state, reason: state === 'ended' ? 'by_hand' : null }, now)
}

/** Counts who is there, and tells those who are, if that has changed. */
export async function tellPresent(db: Db, id: string, now: Date): Promise<void> {
  const present = await countPresent(db, { id, now })
  if (present !== null) await publish(db, liveTopic, id, { name: 'present', data: { present } })
}
