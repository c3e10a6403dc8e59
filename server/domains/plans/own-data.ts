import { dollarsFromCents } from '#contract/money.ts'
import type { OwnPage } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listOwnPlans } from './own-data-queries.ts'

export const planData: OwnDataPart = {
  about: 'page',
  async collect(db, creatorId): Promise<Pick<OwnPage, 'plans'>> {
    const plans = await listOwnPlans(db, creatorId)
    return {
      plans: plans.map(({ priceCents, ...plan }) => ({
        ...plan,
        price: dollarsFromCents(priceCents),
        createdAt: plan.createdAt.toISOString(),
      })),
    }
  },
}
