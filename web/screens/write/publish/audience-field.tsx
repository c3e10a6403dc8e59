import { CalendarClock } from 'lucide-react'
import { useState } from 'react'

import { AudienceEditor } from '#web/features/audience-editor/audience-editor.tsx'
import { audienceEditorTexts } from '#web/features/audience-editor/messages.ts'
import { type Plan, planPriceText } from '#web/features/plan-cards/plan-price.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Select } from '#web/ui/select.tsx'

import type { Steps } from '../draft/draft-fields.ts'
import { writeTexts } from '../messages.ts'

const texts = writeTexts.audience
const { reach: names } = audienceEditorTexts

type Step = Steps[number]
const ALWAYS = { planIds: [], isExact: false, fromAt: null, untilAt: null }

/** Who may read the post: everyone, followers, members, or holders of a plan; with more options, step by step. */
export function AudienceField({
  value,
  plans,
  onChange,
}: {
  value: Steps
  plans: readonly Plan[]
  onChange: (steps: Steps) => void
}) {
  const step = singleStep(value)
  const [isOpened, setIsOpened] = useState(false)
  const [now] = useState(() => new Date())
  const plan = plans.find(({ _id }) => _id === step?.planIds[0])
  const chosen = step?.reach === 'plans' ? (plan?._id ?? 'gone') : (step?.reach ?? 'gone')

  function choose(wanted: string) {
    if (wanted === 'everyone' || wanted === 'followers' || wanted === 'members')
      onChange([{ ...ALWAYS, reach: wanted }])
    else onChange([{ ...ALWAYS, reach: 'plans', planIds: [wanted], isExact: step?.isExact ?? false }])
  }

  if (isOpened || step === null)
    return (
      <fieldset className="min-w-0">
        <legend className="sr-only">{texts.label}</legend>
        <AudienceEditor {...{ value, plans, now, onChange }} words={{ who: texts.label }} />
        {step !== null && (
          <Button size="small" variant="quiet" className="-ms-3 mt-3" onClick={() => setIsOpened(false)}>
            {texts.fewerOptions}
          </Button>
        )}
      </fieldset>
    )
  return (
    <div>
      <Select
        label={texts.label}
        value={chosen}
        options={[
          { value: 'everyone', label: names.everyone },
          { value: 'followers', label: names.followers },
          { value: 'members', label: names.members },
          ...plans.map((known) => ({
            value: known._id,
            label: texts.plan(known.name, planPriceText(known, 'monthly')),
          })),
          ...(chosen === 'gone' ? [{ value: 'gone', label: texts.gone, isDisabled: true }] : []),
        ]}
        onChange={(event) => choose(event.target.value)}
      />
      {step && plan && (
        <Checkbox
          label={texts.isExact(plan.name)}
          checked={step.isExact}
          onChange={(event) => onChange([{ ...step, isExact: event.target.checked }])}
        />
      )}
      <Button
        size="small"
        variant="quiet"
        className="-ms-3 mt-1"
        icon={<CalendarClock />}
        onClick={() => setIsOpened(true)}
      >
        {texts.moreOptions}
      </Button>
    </div>
  )
}

/** The one choice that an audience is; null: it opens in steps, or to several plans. */
function singleStep(steps: Steps): Step | null {
  const [step, ...others] = steps
  if (!step || others.length > 0 || step.afterDays || step.fromAt !== null || step.untilAt !== null)
    return null
  return step.planIds.length > 1 ? null : step
}
