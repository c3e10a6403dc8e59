import { getPlanNames } from '#contract/creators/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { keptOf, platformPlanLabel } from '#web/features/platform-plan/platform-plan.ts'
import { TextField } from '#web/ui/text-field.tsx'

import { settingsTexts } from '../messages.ts'

const texts = settingsTexts.page

/** The platform plan chosen when the page was created, and what it leaves of a payment. */
export function PlatformPlanLine({ planId }: { planId: string | null }) {
  const plans = useQuery(getPlanNames, {}).data
  const plan = plans?.find(({ id }) => id === planId)
  if (!plan) return null
  return (
    <TextField
      label={texts.platformPlan}
      value={platformPlanLabel(plan)}
      readOnly
      help={texts.platformPlanHelp(keptOf(plan))}
      inputClassName="text-ink-soft"
    />
  )
}
