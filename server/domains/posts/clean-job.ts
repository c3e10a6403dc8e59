import * as z from 'zod/mini'

import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import type { Log } from '#server/platform/log.ts'

import { cleanApart } from './clean-apart.ts'
import type { CleanedPost } from './cleaned.ts'
import { keepHtml, lockOutdatedPosts } from './html-queries.ts'
import { CLEANER_VERSION } from './sanitize.ts'

/** Posts per transaction, and transactions per run. Five million posts take about nine hours. */
const BATCH = 10
const BATCHES = 1000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Cleans the posts of earlier cleaner versions again, and makes the excerpts of posts older than excerpts. Until it
 * reaches a post, that one is cleaned whenever it is read.
 */
export const cleanPosts: Job<Record<string, never>> = defineJobInPhases(
  { name: 'posts.clean', payload: z.object({}), cron: '* * * * *' },
  async (inTransaction, _, { signal, platform: { log } }) => {
    let last = { cleanerVersion: -1, id: FIRST_ID }
    for (let batch = 0; batch < BATCHES && !signal.aborted; batch += 1) {
      const isEnd = await inTransaction(async (db) => {
        const posts = await lockOutdatedPosts(db, CLEANER_VERSION, last, BATCH)
        for (const { id, html, openHtml } of posts) {
          const cleaned = await cleanUnlessFatal(id, html, log)
          const open = openHtml === null ? null : await cleanUnlessFatal(id, openHtml, log)
          if (cleaned !== null && (openHtml === null || open !== null))
            await keepHtml(db, id, html, { text: cleaned.text, open: open?.text ?? null })
        }
        last = posts.at(-1) ?? last
        return posts.length < BATCH
      })
      if (isEnd) return
    }
  },
)

/** A post that can't be cleaned holds up no other; nobody is shown uncleaned HTML. */
async function cleanUnlessFatal(id: string, html: string, log: Log): Promise<CleanedPost | null> {
  try {
    const cleaned = await cleanApart(html, { isForReading: true })
    if (cleaned !== null) return cleaned
    log.error({ postId: id }, 'a post is nested too deeply to be sanitised again')
  } catch (error) {
    log.error({ err: error, postId: id }, 'a post could not be sanitised again')
  }
  return null
}
