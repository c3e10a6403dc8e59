import { Scale } from 'lucide-react'
import { useState } from 'react'

import { listCases } from '#contract/enforcement/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { useSearchParams } from '#web/routing/location.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

import { PlacePage } from '../parts/place-page.tsx'
import { Rows } from '../parts/rows.tsx'
import { CaseRow } from './case-row.tsx'
import { staffCaseTexts as texts } from './messages.ts'

const QUEUES = ['open', 'appealed', 'fixed', 'decided'] as const
/** As many as the call answers with. */
const CASES_SHOWN = 100

/** What was reported, those due first. */
export function Cases() {
  const asked = useSearchParams().get('queue')
  const [queue, setQueue] = useState<string>(QUEUES.find((each) => each === asked) ?? QUEUES[0])
  return (
    <PlacePage>
      <PageHeader title={texts.title} />
      <div className="mt-6">
        <Tabs
          label={texts.queues.label}
          value={queue}
          onChange={setQueue}
          tabs={QUEUES.map((each) => ({
            value: each,
            label: texts.queues[each],
            panel: <Queue queue={each} />,
          }))}
        />
      </div>
    </PlacePage>
  )
}

function Queue({ queue }: { queue: (typeof QUEUES)[number] }) {
  const found = useQuery(listCases, { queue, limit: CASES_SHOWN })
  if (!found.data)
    return found.isError ? (
      <ErrorState title={texts.failed} onRetry={() => void found.refetch()} isRetrying={found.isFetching}>
        {found.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={texts.loading} />
    )
  if (found.data.length === 0) return <EmptyState icon={<Scale />} title={texts.none[queue]} />
  return (
    <Rows>
      {found.data.map((row) => (
        <CaseRow key={row._id} row={row} />
      ))}
    </Rows>
  )
}
