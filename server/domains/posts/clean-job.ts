import * as z from 'zod/mini'

import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'

import { keepHtml, lockOutdatedPosts } from './html-queries.ts'
import { CLEANER_VERSION, sanitizePost } from './sanitize.ts'
import { storedHtml } from './stored-html.ts'

/** Posts of one transaction, and transactions of one run. Five million posts take about nine hours. */
const BATCH = 10
const BATCHES = 1000

/**
 * Cleans again what an earlier version of the cleaner has kept, and makes the excerpts of posts from before there were
 * any. Until it has come to a post, whoever reads that one sees it cleaned.
 */
export const cleanPosts: Job<Record<string, never>> = defineJobInPhases(
  { name: 'posts.clean', payload: z.object({}), cron: '* * * * *' },
  async (inTransaction, _, { signal }) => {
    for (let batch = 0; batch < BATCHES && !signal.aborted; batch += 1) {
      const isEnd = await inTransaction(async (db) => {
        const posts = await lockOutdatedPosts(db, CLEANER_VERSION, BATCH)
        for (const { id, html } of posts) await keepHtml(db, id, html, storedHtml(sanitizePost(html)))
        return posts.length < BATCH
      })
      if (isEnd) return
    }
  },
)
