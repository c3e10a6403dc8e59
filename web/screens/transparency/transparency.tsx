import { FileText } from 'lucide-react'

import { formatDay } from '#contract/dates.ts'
import { getTransparency } from '#contract/enforcement/calls.ts'
import type { TransparencyPart } from '#contract/enforcement/transparency-routes.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { formatNumber } from '#contract/numbers.ts'
import { useQuery } from '#web/api/queries.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { transparencyTexts as texts } from './messages.ts'

type Report = OutputOf<typeof getTransparency>[number]

/** What was reported and decided here, by half years. */
export function TransparencyScreen() {
  const found = useQuery(getTransparency, {})
  return (
    <Page title={texts.title} subtitle={texts.intro} isNarrow>
      <p className="text-sm text-ink-faint">
        {texts.small}{' '}
        <Link to="/grievance" className="rounded-small text-brand underline underline-offset-3">
          {texts.grievance}
        </Link>
      </p>
      <div className="mt-10">
        {found.data ? (
          found.data.length === 0 ? (
            <EmptyState icon={<FileText />} title={texts.none}>
              {texts.noneHelp}
            </EmptyState>
          ) : (
            <div className="space-y-14">
              {found.data.map((report) => (
                <HalfYear key={report.from} report={report} />
              ))}
            </div>
          )
        ) : found.isError ? (
          <ErrorState title={texts.failed} onRetry={() => void found.refetch()} isRetrying={found.isFetching}>
            {found.error.message}
          </ErrorState>
        ) : (
          <SkeletonList label={texts.loading} />
        )}
      </div>
    </Page>
  )
}

function HalfYear({ report: { from, until, parts } }: { report: Report }) {
  const title = texts.between(formatDay(from), formatDay(until))
  return (
    <section aria-label={title}>
      <h2 className="font-display text-xl">{title}</h2>
      <div className="mt-5 grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {parts.map(({ part, cells }) => (
          <Cells key={part} part={part as TransparencyPart} cells={cells} />
        ))}
      </div>
    </section>
  )
}

function Cells({ part, cells }: { part: TransparencyPart; cells: Report['parts'][number]['cells'] }) {
  const names: Record<string, string> = texts.cells[part]
  return (
    <table className="w-full self-start text-sm tabular-nums">
      <caption className="pb-2 text-start text-base font-semibold text-ink">{texts.parts[part]}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{texts.columns.what}</th>
          <th scope="col">{texts.columns.count}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line">
        {cells.map(({ key, count }) => (
          <tr key={key}>
            <th scope="row" className="py-2 pe-4 text-start font-normal text-ink-soft">
              {names[key] ?? key}
            </th>
            <td className="py-2 text-end whitespace-nowrap">
              {count === null ? texts.fewer : formatNumber(count)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
