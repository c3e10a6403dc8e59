import { dollarsFromCents } from '#contract/money.ts'
import type { OwnData } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listOwnSubscriptions } from './own-data-queries.ts'

export const subscriptionData: OwnDataPart = {
  about: 'person',
  async collect(db, userId): Promise<Pick<OwnData, 'subscriptions'>> {
    const subscriptions = await listOwnSubscriptions(db, userId)
    return {
      subscriptions: subscriptions.map(({ priceCents, ...subscription }) => ({
        ...subscription,
        price: dollarsFromCents(priceCents),
        accessUntil: subscription.accessUntil?.toISOString() ?? null,
        createdAt: subscription.createdAt.toISOString(),
      })),
    }
  },
}
