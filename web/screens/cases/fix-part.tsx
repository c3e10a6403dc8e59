import { getOwnCase, listOwnCases, sayFixed } from '#contract/enforcement/calls.ts'
import type { OwnCase } from '#contract/enforcement/routes.ts'
import { useMutation } from '#web/api/queries.ts'
import { Banner, FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { isOver } from './case-state.ts'
import { casesTexts } from './messages.ts'

const texts = casesTexts.fix

/** What is hidden may be put right, while there is time. */
export function FixPart({ row: { _id, fixUntil, fixedAt, liftedAt } }: { row: OwnCase }) {
  const fixing = useMutation(sayFixed, { refreshes: [getOwnCase, listOwnCases] })
  if (fixUntil === null || liftedAt !== null) return null
  const day = dayText(fixUntil)
  const isLate = isOver(fixUntil)
  return (
    <section>
      <h2 className="font-display text-xl">{texts.title}</h2>
      {fixedAt !== null ? (
        <Banner tone="info" className="mt-4">
          {texts.waits}
        </Banner>
      ) : (
        <>
          <p className="mt-2 text-base text-ink-soft">{isLate ? texts.over(day) : texts.body(day)}</p>
          <FormError className="mt-4">{fixing.error?.message}</FormError>
          {!isLate && (
            <Button
              className="mt-4"
              isLoading={fixing.isPending}
              onClick={() => fixing.mutate({ input: { caseId: _id } })}
            >
              {texts.button}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
