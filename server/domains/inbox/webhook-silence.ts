import { Gauge } from 'prom-client'
import * as z from 'zod/mini'

import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import { enqueueLetter } from '#server/domains/accounts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { defineJob, type Job } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/platform.ts'

import { webhookSilenceLetter } from './webhook-silence-letters.ts'
import { endSilence, findLastHeard, hasUntoldNews, isSilent, openSilence } from './webhook-silence-queries.ts'

/**
 * How long after we learn of something its webhook counts as missing: the provider retries, at ever longer intervals.
 */
const PATIENCE_MS = 6 * 3_600_000

/** A webhook's content may be dated a little after it came, as clocks differ. */
const CLOCKS_DIFFER_MS = 10 * 60_000

/** Older updates say nothing about the present state. */
const NEWS_MS = 7 * 86_400_000

const webhookSilent = new Gauge({
  name: 'webhook_silent',
  help: 'Whether webhooks of the payment provider have been missing for hours although there was something to report: 1 yes, 0 no.',
  registers: [productMetrics],
})

/**
 * Notices when the provider's webhooks stop: it switches a webhook off that failed for a day, and a wrong secret lets
 * nothing in. Nothing is lost meanwhile, because we ask as well, but everything is late; so the operator is notified,
 * once for each silence. It ends with the next webhook.
 */
const watchWebhooks = defineJob(
  {
    name: 'inbox.watch-webhooks',
    payload: z.object({}),
    cron: '13 * * * *',
    maxAttempts: 3,
  },
  async (db, _, { platform, now }) => {
    const heardAt = await findLastHeard(db)
    if (heardAt && (await endSilence(db, heardAt, now)))
      platform.log.info({ heardAt }, 'webhooks of the payment provider are arriving again')
    const newsSince = Math.max((heardAt?.getTime() ?? 0) + CLOCKS_DIFFER_MS, now.getTime() - NEWS_MS)
    const hasNews = await hasUntoldNews(db, {
      since: new Date(newsSince),
      knownBefore: new Date(now.getTime() - PATIENCE_MS),
    })
    if (hasNews && (await openSilence(db, heardAt ?? new Date(0), now))) await tell(db, platform, heardAt)
    webhookSilent.set((await isSilent(db)) ? 1 : 0)
  },
)

async function tell(db: Db, platform: Platform, heardAt: Date | null): Promise<void> {
  const { config, log } = platform
  const address = `${config.publicUrl}${WEBHOOK_PATH}`
  const { operatorMailTo, operator } = config
  if (operatorMailTo !== null)
    await enqueueLetter(db, platform, (language) =>
      webhookSilenceLetter({ name: operator.name, address: operatorMailTo }, { heardAt, address }, language),
    )
  log.error(
    { heardAt, address },
    'No webhook has arrived from the payment provider for hours, though people have paid. Nothing is lost, but everything is noticed late: enable the webhook in its dashboard again, and check that its secret is RAZORPAY_WEBHOOK_SECRET.',
  )
}

export const webhookJobs = [watchWebhooks] as Job[]
