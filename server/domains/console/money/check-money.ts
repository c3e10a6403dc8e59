import * as z from 'zod/mini'

import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'

import { type Look, LOOKS, type Walk, WALKS } from './money-checks.ts'
import {
  findWalk,
  keepFindings,
  listFoundKeys,
  listKeysAfter,
  listNewestKeys,
  saveWalk,
} from './walk-queries.ts'

interface Steps {
  /** Rows of one table that a run looks at in turn. */
  inTurn: number
  /** The newest rows are looked at every time. */
  newest: number
}

/** Five million rows are through within a day. */
const STEPS: Steps = { inTurn: 20_000, newest: 2000 }

/** So are those that something was wrong with, up to this many. */
const FOUND = 2000

/** Looked at in one transaction: none is open for more than a moment, however much isn't in memory. */
const ROWS_AT_ONCE = 500

/**
 * Looks whether the money is right, and keeps what isn't. What is few is looked at as a whole; tables that grow with the
 * payments are walked through. What was wrong is looked at again every time, so it is green within minutes once it is
 * right. Safe to run twice and at once. Once `isOver`, it ends between two transactions; the next run goes on from there.
 */
export async function checkMoney(
  inTransaction: InTransaction,
  now: Date,
  { steps = STEPS, isOver = () => false }: { steps?: Steps; isOver?: () => boolean } = {},
): Promise<void> {
  for (const walk of WALKS) await goOn(inTransaction, walk, { steps, now, isOver })
  for (const look of LOOKS) if (!isOver()) await inTransaction((db) => lookAtAll(db, look, now))
}

async function goOn(
  inTransaction: InTransaction,
  walk: Walk,
  { steps, now, isOver }: { steps: Steps; now: Date; isOver: () => boolean },
): Promise<void> {
  if (isOver()) return
  const { most = Infinity } = walk
  const [inTurn, newest] = [Math.min(steps.inTurn, most), Math.min(steps.newest, most)]
  const { next, again } = await inTransaction(async (db) => {
    const cursor = (await findWalk(db, walk.walk))?.cursor ?? ''
    const keys = await listKeysAfter(db, walk, { cursor, limit: inTurn })
    const others = [
      ...(await listNewestKeys(db, walk, newest)),
      ...(await listFoundKeys(db, walk.walk, FOUND)),
    ]
    const inNext = new Set(keys)
    return { next: keys, again: [...new Set(others)].filter((key) => !inNext.has(key)) }
  })
  for (const keys of inPieces(again)) {
    if (isOver()) return
    await inTransaction((db) => lookAt(db, walk, keys, now))
  }
  for (const keys of inPieces(next)) {
    if (isOver()) return
    await inTransaction(async (db) => {
      await lookAt(db, walk, keys, now)
      await saveWalk(db, walk.walk, { cursor: keys.at(-1) ?? '', walkedAt: now, sweptAt: null })
    })
  }
  if (next.length < inTurn && !isOver())
    await inTransaction((db) => saveWalk(db, walk.walk, { cursor: '', walkedAt: now, sweptAt: now }))
}

function* inPieces(keys: readonly string[]): Generator<string[]> {
  for (let from = 0; from < keys.length; from += ROWS_AT_ONCE) yield keys.slice(from, from + ROWS_AT_ONCE)
}

async function lookAt(db: Db, walk: Walk, keys: string[], now: Date): Promise<void> {
  // Several parts may serve one check, each with findings of its own kind: they are kept together.
  for (const [check, parts] of Map.groupBy(walk.parts, (part) => part.check)) {
    const findings = []
    for (const { find } of parts) findings.push(...(await find(db, keys)))
    await keepFindings(db, { check, walk: walk.walk, keys }, findings, now)
  }
}

async function lookAtAll(db: Db, { walk, check, find, everyMs = 0 }: Look, now: Date): Promise<void> {
  const known = await findWalk(db, walk)
  if (known && now.getTime() - known.walkedAt.getTime() < everyMs) return
  await keepFindings(db, { check, walk, keys: 'all' }, await find(db, now), now)
  await saveWalk(db, walk, { cursor: '', walkedAt: now, sweptAt: now })
}

const checkMoneyJob = defineJobInPhases(
  { name: 'console.check-money', payload: z.object({}), cron: '*/5 * * * *', maxAttempts: 1 },
  (inTransaction, _, { now, signal }) => checkMoney(inTransaction, now, { isOver: () => signal.aborted }),
)

export const moneyJobs = [checkMoneyJob] as Job[]
