import { type SubmitEvent, useState } from 'react'
import * as z from 'zod/mini'

import { keptCents } from '#contract/creators/platform-share.ts'
import { getPlanNames, getUsersCreatorPage } from '#contract/creators/calls.ts'
import { centsFromDollars, CURRENCY, type Currency, formatCents } from '#contract/money.ts'
import { isPlanPrice } from '#contract/plans/pricing.ts'
import { getCreatorPlans, updatePlan, upsertPlan } from '#contract/plans/calls.ts'
import { planForm, priceInRange } from '#contract/plans/rules.ts'
import { getPostsByPageHandle } from '#contract/posts/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useFormErrors } from '#web/features/form/use-form-errors.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'

const form = z.object(planForm).check(...priceInRange)

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
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const [values, setValues] = useState({
    name: plan?.name ?? '',
    price: plan ? String(plan.price) : '',
    currency: plan?.currency ?? CURRENCY,
    description: plan?.description ?? '',
    welcomeNote: plan?.welcomeNote ?? '',
    isRecommended: plan?.isRecommended ?? false,
  })
  const [noticeDays, setNoticeDays] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const refreshes = [getCreatorPlans, getPostsByPageHandle]
  const addition = useMutation(upsertPlan, { refreshes })
  const change = useMutation(updatePlan, { refreshes })
  const isSaving = addition.isPending || change.isPending
  const isLower = plan !== null && values.price !== '' && Number(values.price) < plan.price

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSaving) return
    setProblem(null)
    const found = fieldErrors(form, values)
    show(found)
    if (Object.keys(found).length > 0) return
    try {
      if (plan)
        await change.mutateAsync({
          input: {
            pageHandle,
            planId: plan._id,
            ...values,
            ...(noticeDays !== '' && !isLower && { noticeDays: Number(noticeDays) }),
          },
        })
      else await addition.mutateAsync({ input: { pageHandle, ...values } })
      onSaved()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const belongsToField = error.field !== undefined && error.field in values && showRefusal(error)
      if (!belongsToField) setProblem(error.message)
    }
  }

  return {
    formRef,
    values,
    problem,
    isSaving,
    isLower,
    noticeDays,
    setNoticeDays,
    save: (event: SubmitEvent<HTMLFormElement>) => void save(event),
    set: (changes: Partial<typeof values>) => {
      setValues({ ...values, ...changes })
      for (const name of Object.keys(changes)) forget(name)
      // Each currency has its own range.
      if ('currency' in changes) forget('price')
    },
    errorOf: (name: keyof typeof values) => errors[name] ?? null,
  }
}

/** What the creator keeps of each payment at the price being typed: "$4.75"; null while that isn't known. */
export function useKept(price: string, currency: Currency): string | null {
  const page = useQuery(getUsersCreatorPage, {}).data
  const share = useQuery(getPlanNames, {}).data?.find(({ _id }) => _id === page?.planId)
  const cents = centsFromDollars(price)
  if (!share || cents === null || !isPlanPrice(cents, currency)) return null
  return formatCents(keptCents(cents, share.percentCharge), currency)
}
