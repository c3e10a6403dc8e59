import { dollarsFromCents } from '#contract/money.ts'
import * as contract from '#contract/payments/routes.ts'
import {
  type Implementation,
  implementForMember,
  implementForProvider,
} from '#server/platform/http/implement.ts'
import { hashSecret } from '#server/platform/secrets.ts'

import { listPaymentsOfCreator, receiveProviderEvent } from './service.ts'

const PAYMENTS_PER_PAGE = 50

export const paymentImplementations: Implementation[] = [
  implementForMember(contract.getCreatorPayments, async (db, { input, viewer }) => {
    if (viewer.creatorId === null) return []
    const payments = await listPaymentsOfCreator(db, viewer.creatorId, {
      beforeId: input.cursor ?? null,
      limit: input.limit ?? PAYMENTS_PER_PAGE,
    })
    return payments.map((payment) => ({
      _id: payment.id,
      userId: { name: payment.memberName },
      planId: { name: payment.planName },
      amount: dollarsFromCents(payment.amountCents),
      fee: dollarsFromCents(payment.feeCents),
      net: dollarsFromCents(payment.netCents),
      createdAt: payment.capturedAt.toISOString(),
    }))
  }),

  implementForProvider(contract.razorpayWebhook, async (db, { rawBody, headers, platform, now }) => {
    const signature = String(headers['x-razorpay-signature'] ?? '')
    await receiveProviderEvent(db, {
      rawBody,
      signature,
      // Deliveries without an id are told apart by their bytes.
      eventId: String(
        headers['x-razorpay-event-id'] ?? hashSecret(rawBody.toString('base64')).toString('hex'),
      ),
      webhookSecret: platform.razorpay.webhookSecret,
      now,
    })
    return { received: true as const }
  }),
]
