import * as z from 'zod/mini'

/**
 * How a bank's question about a payment stands. `suspected`: it suspects fraud and has taken nothing, so the payment can
 * still be refunded; `cleared`: it dropped that. `open`: the money is held until the bank has decided. `won` and
 * `closed`: the payment stands. `lost`: the money went back to the supporter.
 */
export const disputeStatus = z.enum(['suspected', 'cleared', 'open', 'won', 'closed', 'lost'])
export type DisputeStatus = z.infer<typeof disputeStatus>
