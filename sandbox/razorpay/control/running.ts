import type { Context } from '../core/context.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import type { Walker } from './walk.ts'

/** The running sandbox as its own control pages see it. */
export interface Running {
  context: Context
  delivery: Delivery
  walker: Walker
  webhookUrl(): string | undefined
  /** Where the shop's own clock is moved; that moves ours too. */
  shopClockUrl(): string | undefined
  setShopClock(url: string): void
  setWebhook(change: { url?: string; secret?: string; isEnabled?: boolean }): void
  reseed(seed: number): void
}
