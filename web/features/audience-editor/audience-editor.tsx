import { CalendarClock, Plus, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'

import type { DraftStep } from '#contract/audiences/draft-steps.ts'
import { STEPS_MAX } from '#contract/audiences/reach.ts'
import { problemOf, sortSteps } from '#contract/audiences/release.ts'
import { summarizeAudience } from '#contract/audiences/summary.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

import { morningIn } from './local-time.ts'
import { audienceEditorTexts as texts } from './messages.ts'
import { WhenFields } from './when-fields.tsx'
import { WhoFields, type WhoWords } from './who-fields.tsx'

export interface AudienceEditorProps {
  /** At least one step. */
  value: readonly DraftStep[]
  /** Those that can be chosen, the cheapest first. */
  plans: readonly Pick<Plan, '_id' | 'name'>[]
  onChange: (steps: DraftStep[]) => void
  now: Date
  words?: WhoWords
}

/** A new step opens a week after the one before. */
const DAYS_APART = 7

/** Who may see something that is being written: at once, or step by step. */
export function AudienceEditor({ value, plans, onChange, now, words }: AudienceEditorProps) {
  // Date fields remember what was typed, so all steps are made anew when one of them goes.
  const [generation, setGeneration] = useState(0)
  const addRef = useRef<HTMLButtonElement>(null)
  const keys = value.map((_, index) => `${generation} ${index}`)
  const [first] = value
  if (!first) return null
  const isLadder = value.length > 1 || first.fromAt !== null || first.untilAt !== null || hasDays(first)

  function change(at: number, step: DraftStep) {
    onChange(value.map((known, index) => (index === at ? step : known)))
  }
  function remove(at: number) {
    setGeneration(generation + 1)
    onChange(value.filter((_, index) => index !== at))
    addRef.current?.focus()
  }

  return (
    <div className="flex flex-col gap-4">
      {isLadder ? (
        <ol className="flex flex-col gap-4">
          {value.map((step, index) => (
            <li key={keys[index]} className="rounded-card border border-line p-4 sm:p-5">
              <div className="mb-3 flex min-h-11 items-center justify-between gap-3">
                <h3 className="font-semibold">{texts.step(index + 1)}</h3>
                {value.length > 1 && (
                  <IconButton
                    label={texts.removeStep(index + 1)}
                    icon={<Trash2 aria-hidden="true" />}
                    onClick={() => remove(index)}
                  />
                )}
              </div>
              <div className="flex flex-col gap-4">
                <WhoFields {...{ step, plans, words }} onChange={(changed) => change(index, changed)} />
                <WhenFields step={step} now={now} onChange={(changed) => change(index, changed)} />
                <Problem step={step} now={now} />
              </div>
            </li>
          ))}
        </ol>
      ) : (
        <div className="flex flex-col gap-4">
          <WhoFields step={first} {...{ plans, words }} onChange={(changed) => change(0, changed)} />
          <Problem step={first} now={now} />
        </div>
      )}
      {value.length < STEPS_MAX && (
        <div>
          <Button
            ref={addRef}
            size="small"
            icon={<Plus />}
            onClick={() => onChange([...value, nextStep(value, now)])}
          >
            {isLadder ? texts.addStep : texts.ladder}
          </Button>
          {!isLadder && <p className="mt-2 text-sm text-ink-faint">{texts.ladderHelp}</p>}
        </div>
      )}
      {isLadder && (
        <p className="flex gap-3 rounded-card bg-wash p-4 text-sm text-ink-soft">
          <CalendarClock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint" />
          <span className="min-w-0 wrap-break-word">
            <span className="sr-only">{texts.summary}: </span>
            <output>{summaryOf(value, plans, now)}</output>
          </span>
        </p>
      )}
    </div>
  )
}

/** Whether something can be published with these steps. */
export function isAudienceFine(steps: readonly DraftStep[], now: Date): boolean {
  return steps.every((step) => problemOf(step, now) === null)
}

function Problem({ step, now }: { step: DraftStep; now: Date }) {
  const id = useId()
  const problem = problemOf(step, now)
  return problem !== null && <FieldNote id={id} error={problem} />
}

function summaryOf(value: readonly DraftStep[], plans: AudienceEditorProps['plans'], now: Date): string {
  const planNames = new Map(plans.map(({ _id, name }) => [_id, name]))
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return summarizeAudience(value, { now, planNames, timeZone, isDraft: true })
}

/** Everyone, some time after what is there opens: the usual end of a ladder. */
function nextStep(value: readonly DraftStep[], now: Date): DraftStep {
  const last = sortSteps(value, now).at(-1)
  const after = last && last.fromAt !== null ? new Date(last.fromAt) : now
  return {
    reach: 'everyone',
    planIds: [],
    isExact: false,
    fromAt: morningIn(DAYS_APART, after),
    untilAt: null,
  }
}

function hasDays({ afterDays }: DraftStep): boolean {
  return afterDays !== null && afterDays !== undefined
}
