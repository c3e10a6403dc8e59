import type { Poll } from '#contract/polls/poll.ts'
import { findMedia, presentPlayback } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import {
  type Asker,
  getSeenPoll,
  isClosed,
  mayManage,
  type SeenPoll,
  seesNames,
  seesResults,
  weightOf,
  whyNotVote,
} from './access.ts'
import type { PollRow } from './queries.ts'
import { readTotals } from './totals.ts'
import { findVote, getVoter } from './vote-queries.ts'

interface Looker extends Asker {
  /** Signs addresses of pictures; null: the poll is shown without. */
  secretKey: string | null
}

/** A poll as the viewer may see it. Throws `poll_not_found`. */
export async function showPoll(db: Db, asker: Looker): Promise<Poll> {
  return presentPoll(db, await getSeenPoll(db, asker), asker)
}

async function presentPoll(db: Db, seen: SeenPoll, { viewerId, now, secretKey }: Looker): Promise<Poll> {
  const { row } = seen
  const own = viewerId === null ? null : await findVote(db, row.id, viewerId)
  const asked = { viewerId, hasVoted: own !== null, now }
  const totals = row.openedAt !== null && seesResults(row, asked) ? await readTotals(db, row) : null
  const voter = await getVoter(db, { pollId: row.id, viewerId, now })
  const names = seesNames(row, asked)
  const pictures = await presentPictures(db, row, { viewerId, now, secretKey })
  return {
    _id: row.id,
    revision: row.revision,
    question: row.question,
    options: row.options.map((text, index) => ({
      text,
      picture: pictures[index] ?? null,
      votes: totals?.options[index]?.votes ?? null,
      weight: totals?.options[index]?.weight ?? null,
    })),
    choicesMin: row.choicesMin,
    choicesMax: row.choicesMax,
    state: isClosed(row, now) ? 'closed' : row.openedAt === null ? 'draft' : 'open',
    closesAt: row.closesAt?.toISOString() ?? null,
    closedAt: closedAt(row, now)?.toISOString() ?? null,
    results: row.results,
    secrecy: row.secrecy,
    mayChange: row.mayChange,
    weights: row.weights.map(({ planName, weight }) => ({ planName, weight })),
    voters: { reach: row.reach, planNames: row.planNames },
    voterCount: totals?.voters ?? null,
    totalWeight: totals?.weight ?? null,
    own: own && { options: own.options, weight: own.weight, votedAt: own.votedAt.toISOString() },
    whyNot: whyNotVote(seen, voter, viewerId),
    ownWeight: weightOf(row, voter.planId),
    pageHandle: row.handle,
    mayManage: mayManage(row, viewerId),
    seesNames: names,
    mayExport: names && row.ownerId === viewerId,
    form: mayManage(row, viewerId) && !isClosed(row, now) ? formOf(row) : null,
  }
}

/** What each option shows. */
async function presentPictures(
  db: Db,
  row: PollRow,
  { viewerId, now, secretKey }: Pick<Looker, 'viewerId' | 'now' | 'secretKey'>,
): Promise<Poll['options'][number]['picture'][]> {
  const ids = row.pictures.flatMap((id) => id ?? [])
  if (secretKey === null || ids.length === 0) return []
  const media = await findMedia(db, ids)
  const entitlement = viewerId === null ? 'everyone' : mayManage(row, viewerId) ? 'owner' : 'member'
  return row.pictures.map((id) => {
    const medium = media.get(id ?? '')
    return medium
      ? presentPlayback(medium.row, medium.renditions, { viewerId, entitlement, secretKey, now })
      : null
  })
}

function closedAt(row: PollRow, now: Date): Date | null {
  return row.closedAt ?? (isClosed(row, now) ? row.closesAt : null)
}

function formOf(row: PollRow): Poll['form'] {
  return {
    question: row.question,
    options: row.options,
    pictures: row.pictures,
    choicesMin: row.choicesMin,
    choicesMax: row.choicesMax,
    minutes: row.minutes,
    voters: { reach: row.reach, planIds: row.planIds },
    results: row.results,
    secrecy: row.secrecy,
    mayChange: row.mayChange,
    weights: row.weights.map(({ planId, weight }) => ({ planId, weight })),
    isFixed: row.firstVotedAt !== null,
  }
}
