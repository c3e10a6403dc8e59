import type { BillingInterval } from '#contract/plans/pricing.ts'

export interface JoinWish {
  planId: string
  interval: BillingInterval
}

/** A creator's page with one plan's payment sheet open. */
export function joinPath(pageHandle: string, wish: JoinWish): string {
  return joinPathAt(`/${pageHandle}`, wish)
}

/** Any page that has payment sheets, with one plan's open. */
export function joinPathAt(path: string, { planId, interval }: JoinWish): string {
  const query = new URLSearchParams({ join: planId, ...(interval === 'yearly' && { interval }) })
  return `${path}?${query.toString()}`
}

/** The plan that a creator page's address asks to join; null: none. */
export function joinWishIn(search: string): JoinWish | null {
  const query = new URLSearchParams(search)
  const planId = query.get('join')
  if (planId === null || planId === '') return null
  return { planId, interval: query.get('interval') === 'yearly' ? 'yearly' : 'monthly' }
}
