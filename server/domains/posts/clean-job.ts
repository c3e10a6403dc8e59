import * as z from 'zod/mini'

import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import type { Log } from '#server/platform/log.ts'

import { cleanApart } from './clean-apart.ts'
import type { CleanedPost } from './cleaned.ts'
import { keepHtml, lockOutdatedPosts } from './html-queries.ts'
import { CLEANER_VERSION } from './sanitize.ts'

/** Posts of one transaction, and transactions of one run. Five million posts take about nine hours. */
const BATCH = 10
const BATCHES = 1000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Cleans again what an earlier version of the cleaner has kept, and makes the excerpts of posts from before there were
 * any. Until it has come to a post, whoever reads that one sees it cleaned.
 */
export const cleanPosts: Job<Record<string, never>> = defineJobInPhases(
  { name: 'posts.clean', payload: z.object({}), cron: '* * * * *' },
  async (inTransaction, _, { signal, platform: { log } }) => {
    let last = { cleanerVersion: -1, id: FIRST_ID }
    for (let batch = 0; batch < BATCHES && !signal.aborted; batch += 1) {
      const isEnd = await inTransaction(async (db) => {
        const posts = await lockOutdatedPosts(db, CLEANER_VERSION, last, BATCH)
        for (const { id, html } of posts) {
          const cleaned = await cleanUnlessFatal(id, html, log)
          if (cleaned !== null) await keepHtml(db, id, html, cleaned.text)
        }
        last = posts.at(-1) ?? last
        return posts.length < BATCH
      })
      if (isEnd) return
    }
  },
)

/** One that cannot be cleaned holds up no other; nobody is shown what was not cleaned. */
async function cleanUnlessFatal(id: string, html: string, log: Log): Promise<CleanedPost | null> {
  try {
    const cleaned = await cleanApart(html)
    if (cleaned !== null) return cleaned
    log.error({ postId: id }, 'a post is nested too deep to be cleaned again')
  } catch (error) {
    log.error({ err: error, postId: id }, 'a post could not be cleaned again')
  }
  return null
}
