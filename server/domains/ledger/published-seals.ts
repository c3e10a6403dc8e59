import fs from 'node:fs'
import path from 'node:path'
import { Gauge } from 'prom-client'
import * as z from 'zod/mini'

import { enqueueLetter } from '#server/domains/accounts/service.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { defineJob, type Job } from '#server/platform/jobs/define-job.ts'

import { findPublishedSeal, insertPublishedSeal, type PublishedSeal } from './published-seal-queries.ts'
import { sealLetter } from './seal-letters.ts'

const publishedSeal = new Gauge({
  name: 'ledger_published_seal_position',
  help: "The length of the ledger's chain when its newest seal was published, by day and hash.",
  labelNames: ['day', 'hash'],
  registers: [productMetrics],
})

/**
 * One line a day below DATA_DIR: `2026-03-31 1204 <hash>`. Stored beside backups, it shows the state of the chain then.
 */
export const SEAL_FILE = 'ledger-seals.txt'

/**
 * Publishes the newest seal of the ledger outside the database, once a day: in a file, in a metric, and to the operator
 * by mail if an address is set. To rewrite the whole chain unnoticed, one would have to find all three. Safe to run
 * twice.
 */
export const publishSeal = defineJob(
  {
    name: 'ledger.publish-seal',
    payload: z.object({}),
    cron: '40 3 * * *',
    maxAttempts: 5,
  },
  async (db, _, { platform, now }) => {
    const day = now.toISOString().slice(0, 10)
    await insertPublishedSeal(db, day, now)
    const seal = await findPublishedSeal(db, day)
    if (!seal) return
    const hash = seal.hash.toString('hex')
    appendOnce(path.join(platform.config.dataDir, SEAL_FILE), lineOf(seal))
    publishedSeal.reset()
    publishedSeal.labels(day, hash).set(seal.position)
    const { operatorMailTo, operator } = platform.config
    if (operatorMailTo === null) return
    const to = { name: operator.name, address: operatorMailTo }
    const facts = { now, day, position: seal.position, hash }
    await enqueueLetter(db, platform, (language) => sealLetter(to, facts, language))
  },
)

function lineOf({ day, position, hash }: PublishedSeal): string {
  return `${day} ${position} ${hash.toString('hex')}\n`
}

function appendOnce(file: string, line: string): void {
  const known = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  if (!known.includes(line)) fs.appendFileSync(file, line, { mode: 0o600 })
}

export const sealJobs = [publishSeal] as Job[]
