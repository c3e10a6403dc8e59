import { keptCents } from '#contract/creators/platform-share.ts'
import type { getPlanNames } from '#contract/creators/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { CURRENCY, formatCents } from '#contract/money.ts'

import { platformPlanTexts as texts } from './messages.ts'

export type PlatformPlan = OutputOf<typeof getPlanNames>[number]

const EXAMPLE_CENTS = 1000

const DEFAULT_NAME = 'basic'

/** "Basic (5%)". */
export function platformPlanLabel({ name, percentCharge }: PlatformPlan): string {
  return texts.option(name, percentCharge)
}

/** What a plan leaves of a payment: of the example "$10", "$9.50". */
export function keptOf({ percentCharge }: PlatformPlan): { example: string; kept: string } {
  return {
    example: formatCents(EXAMPLE_CENTS, CURRENCY),
    kept: formatCents(keptCents(EXAMPLE_CENTS, percentCharge), CURRENCY),
  }
}

/** The initial plan: the one requested by name, else Basic, else the first. */
export function findFirstPlan(plans: readonly PlatformPlan[], wanted: string | null): PlatformPlan | null {
  const named = (name: string) => plans.find((plan) => plan.name.toLowerCase() === name)
  return (wanted !== null && named(wanted.toLowerCase())) || named(DEFAULT_NAME) || (plans[0] ?? null)
}
