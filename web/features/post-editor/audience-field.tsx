import { Settings2 } from 'lucide-react'

import { postMessages as messages } from '#contract/posts/messages.ts'
import type { DraftStep } from '#contract/audiences/draft-steps.ts'
import { sortSteps } from '#contract/audiences/release.ts'
import { AudienceEditor } from '#web/features/audience-editor/audience-editor.tsx'
import { type Plan, planPriceText } from '#web/features/plan-cards/plan-price.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'

import { postEditorTexts as texts } from './messages.ts'
import type { PostDraft } from './post-draft.ts'

type Choice = Pick<PostDraft, 'planId' | 'audience'>

export interface AudienceFieldProps {
  choice: Choice
  plans: readonly Plan[]
  isPlanGone: boolean
  now: Date
  onChange: (choice: Choice) => void
}

/** Who can see the post: one plan or everyone, and with more options any audience, step by step. */
export function AudienceField({ choice, plans, isPlanGone, now, onChange }: AudienceFieldProps) {
  const { planId, audience } = choice
  if (audience)
    return (
      <fieldset className="min-w-0">
        <legend className="sr-only">{texts.visibility.label}</legend>
        <AudienceEditor
          value={audience}
          plans={plans}
          now={now}
          words={{
            who: texts.visibility.label,
            everyone: texts.visibility.everyone(messages.freeVisibility),
          }}
          onChange={(steps) => onChange({ planId, audience: steps })}
        />
        <Button
          className="-ms-3 mt-3"
          size="small"
          variant="quiet"
          aria-expanded
          onClick={() => onChange({ planId, audience: null })}
        >
          {texts.fewerOptions}
        </Button>
      </fieldset>
    )
  return (
    <div className="flex items-start gap-2">
      <Select
        className="flex-1"
        label={texts.visibility.label}
        value={isPlanGone ? 'gone' : planId}
        error={isPlanGone ? texts.visibility.planGone : null}
        options={[
          ...(isPlanGone ? [{ value: 'gone', label: texts.visibility.choose, isDisabled: true }] : []),
          { value: '', label: messages.freeVisibility },
          ...plans.map((plan) => ({ value: plan._id, label: visibilityOf(plan) })),
        ]}
        onChange={(event) => onChange({ planId: event.target.value, audience: null })}
      />
      <Button
        // Beside the select, below its label.
        className="mt-6.5"
        variant="quiet"
        icon={<Settings2 />}
        aria-expanded={false}
        onClick={() => onChange({ planId, audience: stepsOf(choice, isPlanGone) })}
      >
        <span className="max-sm:sr-only">{texts.moreOptions}</span>
      </Button>
    </div>
  )
}

/** The steps of a draft without plans that are gone; one that loses all of its plans says so itself. */
export function withPlans(audience: PostDraft['audience'], plans: readonly Plan[]): DraftStep[] | null {
  if (!audience) return null
  const isThere = (id: string) => plans.some((plan) => plan._id === id)
  return audience.map((step) => ({ ...step, planIds: step.planIds.filter(isThere) }))
}

/** Who may read it, as it is sent. */
export function audienceInput({ planId, audience }: Choice) {
  return audience ? { audience: sortSteps(audience, new Date()) } : { planId }
}

function stepsOf({ planId }: Choice, isPlanGone: boolean): NonNullable<Choice['audience']> {
  const isForPlan = planId !== '' && !isPlanGone
  return [
    {
      reach: isForPlan ? 'plans' : 'everyone',
      planIds: isForPlan ? [planId] : [],
      isExact: false,
      fromAt: null,
      untilAt: null,
    },
  ]
}

function visibilityOf(plan: Plan): string {
  return texts.visibility.supporters(plan.name, planPriceText(plan, 'monthly'))
}
