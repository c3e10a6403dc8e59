import { useState } from 'react'

import { REACHES } from '#contract/audiences/reach.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import type { PollForm } from '#contract/polls/poll.ts'
import { POLL_RESULTS, POLL_SECRECIES } from '#contract/polls/rules.ts'
import { useQuery } from '#web/api/use-query.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'

import { pollTexts } from './messages.ts'
import { WeightFields } from './weight-fields.tsx'

const texts = pollTexts.dialog

const NEVER = 'never'
const OWN = 'own'

/** When it ends, who may vote, and who sees what. */
export function RuleFields({
  values,
  errors,
  isFixed,
  pageHandle,
  onChange,
}: {
  values: PollForm
  errors: Readonly<Record<string, string | undefined>>
  /** Only the end can be changed. */
  isFixed: boolean
  pageHandle: string
  onChange: (changed: Partial<PollForm>) => void
}) {
  const plans = useQuery(getCreatorPlans, { pageHandle }).data ?? []
  const { voters, minutes } = values
  const isKnown = minutes === null || texts.ends[minutes] !== undefined
  const [isOwnTime, setIsOwnTime] = useState(!isKnown)
  const end = isOwnTime ? OWN : minutes === null ? NEVER : String(minutes)

  return (
    <>
      <div className="flex flex-col gap-4">
        <Select
          label={texts.end}
          value={end}
          options={[
            ...Object.entries(texts.ends).map(([value, label]) => ({ value, label })),
            { value: OWN, label: texts.own },
            { value: NEVER, label: texts.never },
          ]}
          onChange={({ target }) => {
            setIsOwnTime(target.value === OWN)
            if (target.value === NEVER) onChange({ minutes: null })
            else if (target.value === OWN) onChange({ minutes: minutes ?? 1440 })
            else onChange({ minutes: Number(target.value) })
          }}
        />
        {isOwnTime && (
          <NumberField
            label={texts.minutes}
            help={texts.minutesHelp}
            name="minutes"
            isWhole
            value={minutes === null || Number.isNaN(minutes) ? '' : String(minutes)}
            error={errors['minutes'] ?? null}
            onChange={({ target }) => {
              const typed = target.value.replace(/\D/g, '').slice(0, 6)
              onChange({ minutes: typed === '' ? Number.NaN : Number(typed) })
            }}
          />
        )}
      </div>
      <fieldset disabled={isFixed} className="flex min-w-0 flex-col gap-4 disabled:opacity-60">
        <Select
          label={texts.voters}
          value={voters.reach}
          options={REACHES.filter((each) => each !== 'plans' || plans.length > 0).map((value) => ({
            value,
            label: texts.reach[value],
          }))}
          onChange={({ target }) => {
            const reach = REACHES.find((each) => each === target.value) ?? 'everyone'
            const first = plans.slice(0, 1).map(({ _id }) => _id)
            onChange({ voters: { reach, planIds: reach === 'plans' ? first : [] } })
          }}
        />
        {voters.reach === 'plans' && (
          <fieldset className="min-w-0">
            <legend className="text-sm font-medium">{texts.plans}</legend>
            {plans.map(({ _id, name }) => (
              <Checkbox
                key={_id}
                label={<span className="wrap-break-word">{name}</span>}
                checked={voters.planIds.includes(_id)}
                onChange={({ target }) =>
                  onChange({
                    voters: {
                      reach: 'plans',
                      planIds: target.checked
                        ? [...voters.planIds, _id]
                        : voters.planIds.filter((planId) => planId !== _id),
                    },
                  })
                }
              />
            ))}
          </fieldset>
        )}
        <Select
          label={texts.results}
          value={values.results}
          options={POLL_RESULTS.map((value) => ({ value, label: texts.resultsOf[value] }))}
          onChange={({ target }) =>
            onChange({ results: POLL_RESULTS.find((each) => each === target.value) ?? 'after_vote' })
          }
        />
        <Select
          label={texts.secrecy}
          value={values.secrecy}
          options={POLL_SECRECIES.map((value) => ({ value, label: texts.secrecyOf[value] }))}
          onChange={({ target }) =>
            onChange({ secrecy: POLL_SECRECIES.find((each) => each === target.value) ?? 'secret' })
          }
        />
        <Checkbox
          label={texts.mayChange}
          checked={values.mayChange}
          onChange={({ target }) => onChange({ mayChange: target.checked })}
        />
        {plans.length > 0 && (
          <WeightFields
            weights={values.weights}
            plans={plans}
            errors={errors}
            onChange={(weights) => onChange({ weights })}
          />
        )}
      </fieldset>
    </>
  )
}
