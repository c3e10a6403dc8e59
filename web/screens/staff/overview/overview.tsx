import { CircleCheck } from 'lucide-react'

import { getOverview } from '#contract/console/calls.ts'
import { listCases } from '#contract/enforcement/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { CaseRow } from '../cases/case-row.tsx'
import { Part } from '../parts/facts.tsx'
import { partTexts } from '../parts/messages.ts'
import { PlacePage } from '../parts/place-page.tsx'
import { Rows } from '../parts/rows.tsx'
import { overviewTexts as texts } from './messages.ts'
import { tilesOf } from './tiles.ts'
import { Tile } from './tile.tsx'

const REFETCH_EVERY_MS = 60_000
const CASES_SHOWN = 10

/** What waits for the staff, due first. */
export function Overview() {
  const found = useQuery(getOverview, {}, { refetchEveryMs: REFETCH_EVERY_MS })
  return (
    <PlacePage>
      <PageHeader title={texts.title} />
      <div className="mt-6">
        {found.data ? (
          <Due overview={found.data} />
        ) : found.isError ? (
          <ErrorState
            title={partTexts.list.failed}
            onRetry={() => void found.refetch()}
            isRetrying={found.isFetching}
          >
            {found.error.message}
          </ErrorState>
        ) : (
          <SkeletonList label={partTexts.list.loading} />
        )}
      </div>
    </PlacePage>
  )
}

function Due({ overview }: { overview: OutputOf<typeof getOverview> }) {
  const tiles = tilesOf(overview).filter(({ count }) => count > 0)
  const cases = overview.cases?.count ?? 0
  if (tiles.length === 0 && cases === 0)
    return (
      <EmptyState icon={<CircleCheck />} title={texts.calm}>
        {texts.calmHelp}
      </EmptyState>
    )
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {tiles.map((tile) => (
          <Tile key={tile.to} {...tile} />
        ))}
      </ul>
      {cases > 0 && (
        <Part
          title={texts.cases}
          actions={
            <Button size="small" to="/staff/cases">
              {texts.allCases}
            </Button>
          }
        >
          <FirstCases />
        </Part>
      )}
    </>
  )
}

function FirstCases() {
  const found = useQuery(listCases, { queue: 'open', limit: CASES_SHOWN })
  if (!found.data) {
    if (!found.isError) return <SkeletonList label={partTexts.list.loading} />
    return (
      <ErrorState
        title={partTexts.list.failed}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      >
        {found.error.message}
      </ErrorState>
    )
  }
  return (
    <Rows>
      {found.data.map((row) => (
        <CaseRow key={row._id} row={row} />
      ))}
    </Rows>
  )
}
