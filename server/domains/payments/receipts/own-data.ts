import { dollarsFromCents } from '#contract/money.ts'
import type { OwnData } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listOwnCharges } from './own-data-queries.ts'

export const paymentData: OwnDataPart = {
  about: 'person',
  async collect(db, userId): Promise<Pick<OwnData, 'payments'>> {
    const charges = await listOwnCharges(db, userId)
    return {
      payments: charges.map(({ amountCents, ...payment }) => ({
        ...payment,
        amount: dollarsFromCents(amountCents),
        paidAt: payment.paidAt.toISOString(),
      })),
    }
  },
}
