import * as z from 'zod/mini'

/**
 * `requested` waits for a decision. `approved`: it will be sent. `sent`: the provider has accepted it. `manual`: the
 * provider can't make it, so we pay it by bank transfer. `processed`: the money is on its way. `failed`: the money did
 * not go, and everything is as it was.
 */
export const refundStatus = z.enum([
  'requested',
  'declined',
  'approved',
  'sent',
  'manual',
  'processed',
  'failed',
])
export type RefundStatus = z.infer<typeof refundStatus>
