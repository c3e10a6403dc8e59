import type * as z from 'zod/mini'

import { collectionOf } from './entities.ts'
import {
  type RazorpaySettledItem,
  razorpaySettledItem,
  type RazorpaySettlement,
  razorpaySettlement,
} from './settlement-entities.ts'

/** What the provider paid into our bank. */
export interface SettlementReports {
  /** Every settlement since then, newest first. */
  listSettlements(since: Date): Promise<RazorpaySettlement[]>
  /** Every line of the settlements of a day in India, "2026-03-31". */
  listSettledItems(day: string): Promise<RazorpaySettledItem[]>
}

/** Asks the provider, and reads the answer. Throws `RazorpayError`. */
type Ask = <Schema extends z.core.$ZodType>(
  answer: Schema,
  method: 'GET',
  path: string,
) => Promise<z.core.output<Schema>>

type ListAll = <Schema extends z.core.$ZodType<{ id: string }>>(
  entity: Schema,
  path: string,
  since: Date,
) => Promise<z.core.output<Schema>[]>

/** The most that a list of the provider gives at once. */
const PAGE_SIZE = 100

/** These calls of the client, by its own ways to ask. */
export function reportSettlements(ask: Ask, listAll: ListAll): SettlementReports {
  return {
    listSettlements: (since) => listAll(razorpaySettlement, '/settlements?', since),
    async listSettledItems(day) {
      const [year, month, date] = day.split('-').map(Number)
      const of = `year=${year}&month=${month}&day=${date}`
      const items: RazorpaySettledItem[] = []
      for (;;) {
        const path = `/settlements/recon/combined?${of}&count=${PAGE_SIZE}&skip=${items.length}`
        const page = (await ask(collectionOf(razorpaySettledItem), 'GET', path)).items
        items.push(...page)
        if (page.length < PAGE_SIZE) return items
      }
    },
  }
}
