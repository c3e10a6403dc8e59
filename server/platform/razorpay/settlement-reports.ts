import { type Ask, listAll, readPages } from './lists.ts'
import {
  type RazorpaySettledItem,
  razorpaySettledItem,
  type RazorpaySettlement,
  razorpaySettlement,
} from './settlement-entities.ts'

/** The provider's payouts into our bank. */
export interface SettlementReports {
  /** Every settlement since then, newest first. */
  listSettlements(since: Date): Promise<RazorpaySettlement[]>
  /** Every line of the settlements of a day in India, "2026-03-31". */
  listSettledItems(day: string): Promise<RazorpaySettledItem[]>
}

/** These calls of the client, through its own request function. */
export function reportSettlements(ask: Ask): SettlementReports {
  return {
    listSettlements: (since) => listAll(ask, razorpaySettlement, '/settlements?', since),
    listSettledItems(day) {
      const [year, month, date] = day.split('-').map(Number)
      const of = `year=${year}&month=${month}&day=${date}`
      return readPages(ask, razorpaySettledItem, `/settlements/recon/combined?${of}&`)
    },
  }
}
