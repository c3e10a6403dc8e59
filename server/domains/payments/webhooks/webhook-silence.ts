import { Gauge } from 'prom-client'
import * as z from 'zod/mini'

import { formatDay } from '#contract/dates.ts'
import { sendLetter } from '#server/domains/accounts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { defineJob, type Job } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/platform.ts'

import { endSilence, findLastHeard, hasUntoldNews, isSilent, openSilence } from './webhook-silence-queries.ts'

/** How long we know of something before it counts as untold: after a failure the provider tells again, ever later. */
const PATIENCE_MS = 6 * 3_600_000

/** What a webhook tells may be dated a little after it came, as clocks differ. */
const CLOCKS_DIFFER_MS = 10 * 60_000

/** Older news says nothing of how things stand. */
const NEWS_MS = 7 * 86_400_000

const webhookSilent = new Gauge({
  name: 'webhook_silent',
  help: 'Whether the payment provider has sent no webhook for hours though there was something to tell: 1 yes, 0 no.',
  registers: [productMetrics],
})

/**
 * Notices that the provider's webhooks stay away: it switches a webhook off that failed for a day, and a wrong secret
 * lets nothing in. Nothing is lost meanwhile, because we ask as well, but all is late; so the operator is told, once
 * for each silence. It is over with the next webhook.
 */
const watchWebhooks = defineJob(
  { name: 'payments.watch-webhooks', payload: z.object({}), cron: '13 * * * *', maxAttempts: 3 },
  async (db, _, { platform, now }) => {
    const heardAt = await findLastHeard(db)
    if (heardAt && (await endSilence(db, heardAt, now)))
      platform.log.info({ heardAt }, 'webhooks of the payment provider come again')
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
  const silence = heardAt ? `since ${formatMoment(heardAt)}` : 'so far'
  const address = `${config.publicUrl}/api/razorpay/webhook`
  const { operatorMailTo, operator } = config
  if (operatorMailTo !== null)
    await sendLetter(db, platform, {
      to: { name: operator.name, address: operatorMailTo },
      subject: 'The payment provider has stopped telling us of payments',
      greeting: 'Hello,',
      paragraphs: [
        `No webhook of Razorpay has come ${silence}, though people have paid. Nothing is lost: Cheers asks Razorpay every quarter of an hour for what it was not told. But memberships, refunds and disputes are now noticed late.`,
        'Razorpay switches a webhook off when it has failed for 24 hours. Please open the webhooks in its dashboard and enable this one again. If it is enabled there, its secret is not the one in RAZORPAY_WEBHOOK_SECRET, or something on the way keeps Razorpay from reaching it.',
        'This mail is sent once. Cheers notices by itself when webhooks come again.',
      ],
      rows: [['Webhook', address]],
      addresses: [address],
    })
  log.error(
    { heardAt, address },
    `No webhook of the payment provider has come ${silence}, though people have paid. Nothing is lost, but all is noticed late: enable the webhook in its dashboard again, and see that its secret is RAZORPAY_WEBHOOK_SECRET.`,
  )
}

/** With the time of day, in UTC. */
function formatMoment(moment: Date): string {
  return `${formatDay(moment)}, ${moment.toISOString().slice(11, 16)} UTC`
}

export const webhookJobs = [watchWebhooks] as Job[]
