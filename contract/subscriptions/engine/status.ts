import * as z from 'zod/mini'

export const subscriptionStatus = z.enum([
  'pending',
  'active',
  'past_due',
  'paused',
  'canceled',
  'expired',
  'failed',
])
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>
