import * as z from 'zod/mini'

import type { Db } from '#server/platform/db/query.ts'
import { defineJob, type Job } from '#server/platform/jobs/define-job.ts'

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

/**
 * Looks whether the money is right, and keeps what isn't. What is few is looked at as a whole; tables that grow with the
 * payments are walked through. What was wrong is looked at again every time, so it is green within minutes once it is
 * right.
 */
export async function checkMoney(db: Db, now: Date, steps = STEPS): Promise<void> {
  for (const walk of WALKS) await goOn(db, walk, steps, now)
  for (const look of LOOKS) await lookAtAll(db, look, now)
}

async function goOn(db: Db, walk: Walk, steps: Steps, now: Date): Promise<void> {
  const { most = Infinity } = walk
  const [inTurn, newest] = [Math.min(steps.inTurn, most), Math.min(steps.newest, most)]
  const cursor = (await findWalk(db, walk.walk))?.cursor ?? ''
  const next = await listKeysAfter(db, walk, { cursor, limit: inTurn })
  const keys = new Set([
    ...next,
    ...(await listNewestKeys(db, walk, newest)),
    ...(await listFoundKeys(db, walk.walk, FOUND)),
  ])
  // Several parts may serve one check, each with findings of its own kind: they are kept together.
  for (const [check, parts] of Map.groupBy(walk.parts, (part) => part.check)) {
    const findings = []
    for (const { find } of parts) findings.push(...(await find(db, [...keys])))
    await keepFindings(db, { check, walk: walk.walk, keys: [...keys] }, findings, now)
  }
  const isAtEnd = next.length < inTurn
  await saveWalk(db, walk.walk, {
    cursor: isAtEnd ? '' : (next.at(-1) ?? ''),
    walkedAt: now,
    sweptAt: isAtEnd ? now : null,
  })
}

async function lookAtAll(db: Db, { walk, check, find, everyMs = 0 }: Look, now: Date): Promise<void> {
  const known = await findWalk(db, walk)
  if (known && now.getTime() - known.walkedAt.getTime() < everyMs) return
  await keepFindings(db, { check, walk, keys: 'all' }, await find(db, now), now)
  await saveWalk(db, walk, { cursor: '', walkedAt: now, sweptAt: now })
}

const checkMoneyJob = defineJob(
  { name: 'console.check-money', payload: z.object({}), cron: '*/5 * * * *', maxAttempts: 1 },
  (db, _, { now }) => checkMoney(db, now),
)

export const moneyJobs = [checkMoneyJob] as Job[]
