import type { Plan } from '../core/entities.ts'

/** Subunits in readable form: 999 USD becomes $9.99, 1200 USD $12. */
export function displayAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

const UNITS: Record<Plan['period'], string> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
}

/** "a month", "every 3 months". */
export function displayInterval(plan: Plan): string {
  const unit = UNITS[plan.period]
  return plan.interval === 1 ? `a ${unit}` : `every ${plan.interval} ${unit}s`
}
