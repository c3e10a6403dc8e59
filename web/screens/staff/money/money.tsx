import { getMoneyChecks } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { PlacePage } from '../parts/place-page.tsx'
import { Rows } from '../parts/rows.tsx'
import { CheckRow } from './check-row.tsx'
import { moneyTexts as texts } from './messages.ts'
import { WrongCheck } from './wrong-check.tsx'

/** Whether the books are right, check by check; what is wrong comes first, with what to do about it. */
export function MoneyScreen() {
  const answer = useQuery(getMoneyChecks, {})
  return (
    <PlacePage>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <div className="mt-8">
        {answer.data ? (
          <Checks checks={answer.data.checks} />
        ) : answer.isError ? (
          <ErrorState
            title={texts.failed}
            onRetry={() => void answer.refetch()}
            isRetrying={answer.isFetching}
          >
            {answer.error.message}
          </ErrorState>
        ) : (
          <SkeletonList label={texts.loading} count={6} />
        )}
      </div>
    </PlacePage>
  )
}

function Checks({ checks }: OutputOf<typeof getMoneyChecks>) {
  const wrong = checks.filter(({ state }) => state === 'wrong')
  const isUnchecked = checks.every(({ state }) => state === 'unchecked' || state === 'none')
  return (
    <>
      {wrong.length > 0 ? (
        <Banner tone="bad" title={texts.wrong(wrong.length)}>
          {texts.wrongHelp}
        </Banner>
      ) : isUnchecked ? (
        <Banner tone="info" title={texts.unchecked}>
          {texts.uncheckedHelp}
        </Banner>
      ) : (
        <Banner tone="good" title={texts.allRight} />
      )}
      {wrong.length > 0 && (
        <section className="mt-8">
          <h2 className="font-display text-xl">{texts.wrongChecks}</h2>
          <ul className="mt-4 space-y-4">
            {wrong.map((check) => (
              <WrongCheck key={check.name} check={check} />
            ))}
          </ul>
        </section>
      )}
      <section className="mt-6">
        <h2 className={wrong.length > 0 ? 'font-display text-xl' : 'sr-only'}>{texts.otherChecks}</h2>
        <div className="mt-4">
          <Rows>
            {checks
              .filter(({ state }) => state !== 'wrong')
              .map((check) => (
                <CheckRow key={check.name} check={check} />
              ))}
          </Rows>
        </div>
      </section>
    </>
  )
}
