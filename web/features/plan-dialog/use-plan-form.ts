import * as z from 'zod/mini'

import { keptCents } from '#contract/creators/platform-share.ts'
import { getPlanNames, getUsersCreatorPage } from '#contract/creators/calls.ts'
import { centsFromDollars, CURRENCY, type Currency, formatCents } from '#contract/money.ts'
import { isPlanPrice } from '#contract/plans/pricing.ts'
import { getCreatorPlans, updatePlan, upsertPlan } from '#contract/plans/calls.ts'
import { planForm, priceInRange } from '#contract/plans/rules.ts'
import { getPostsByPageHandle } from '#contract/posts/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'

const rules = z.object(planForm).check(...priceInRange)

/** What is typed into a plan, and how it is saved; `plan` is null for a new one. */
export function usePlanForm({
  pageHandle,
  plan,
  onSaved,
}: {
  pageHandle: string
  plan: Plan | null
  onSaved: () => void
}) {
  return useCallForm(plan ? updatePlan : upsertPlan, {
    initial: {
      name: plan?.name ?? '',
      price: plan ? String(plan.price) : '',
      currency: plan?.currency ?? CURRENCY,
      description: plan?.description ?? '',
      welcomeNote: plan?.welcomeNote ?? '',
      isRecommended: plan?.isRecommended ?? false,
      noticeDays: '',
    },
    check: (values) => fieldErrors(rules, values),
    input({ noticeDays, ...values }) {
      if (!plan) return { pageHandle, ...values }
      const isAsked = noticeDays !== '' && Number(values.price) >= plan.price
      return { pageHandle, planId: plan._id, ...values, ...(isAsked && { noticeDays: Number(noticeDays) }) }
    },
    refreshes: [getCreatorPlans, getPostsByPageHandle],
    onDone: onSaved,
  })
}

/** What the creator keeps of each payment at the price being typed: "$4.75"; null while that isn't known. */
export function useKept(price: string, currency: Currency): string | null {
  const page = useQuery(getUsersCreatorPage, {}).data
  const share = useQuery(getPlanNames, {}).data?.find(({ _id }) => _id === page?.planId)
  const cents = centsFromDollars(price)
  if (!share || cents === null || !isPlanPrice(cents, currency)) return null
  return formatCents(keptCents(cents, share.percentCharge), currency)
}
