import { CircleCheck } from 'lucide-react'

import { getOverview } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import { listCases } from '#contract/enforcement/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'

import { CaseRow } from '../cases/cases.tsx'
import { allAtOnce, StaffList, StaffPlace } from '../parts/list.tsx'
import { Loaded, Part } from '../parts/record.tsx'
import { overviewTexts as texts } from './messages.ts'
import { type TileFacts, tilesOf } from './tiles.ts'

const REFETCH_EVERY_MS = 60_000
const CASES_SHOWN = 10

/** What waits for the staff, due first. */
export function Overview() {
  const found = useQuery(getOverview, {}, { refetchEveryMs: REFETCH_EVERY_MS })
  return (
    <StaffPlace title={texts.title}>
      <Loaded found={found}>{(overview) => <Due overview={overview} />}</Loaded>
    </StaffPlace>
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
  const list = allAtOnce(useQuery(listCases, { queue: 'open', limit: CASES_SHOWN }))
  return (
    <StaffList list={list} empty={texts.calm}>
      {(row) => <CaseRow row={row} />}
    </StaffList>
  )
}

/** How many of something wait, and until when the first one can. */
function Tile({ to, label, count, dueAt }: TileFacts) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full flex-col rounded-card border border-line bg-paper-raised p-5 transition-colors duration-150 hover:border-line-strong"
      >
        <span className="font-display text-3xl tabular-nums">{texts.count(count)}</span>
        <span className="mt-1 font-medium">{label}</span>
        {dueAt !== null && (
          <span className="mt-1 text-sm text-ink-soft">{texts.first(formatDay(dueAt))}</span>
        )}
      </Link>
    </li>
  )
}
