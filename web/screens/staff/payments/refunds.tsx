import { Undo2 } from 'lucide-react'
import { useState } from 'react'

import { listStaffRefunds } from '#contract/console/calls.ts'
import { formatDay, formatMoment } from '#contract/dates.ts'
import { useQuery } from '#web/api/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

import { PlacePage } from '../parts/place-page.tsx'
import { columnMoney } from '../parts/column-money.ts'
import { Row, Rows } from '../parts/rows.tsx'
import { onePaymentTexts, refundTexts as texts } from './messages.ts'
import { RefundActs } from './refund-acts.tsx'

const QUEUES = ['requested', 'troubled'] as const

/** Refund requests that wait, and refunds in trouble. */
export function Refunds() {
  const [queue, setQueue] = useState<string>(QUEUES[0])
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
  const found = useQuery(listStaffRefunds, { queue })
  if (!found.data)
    return found.isError ? (
      <ErrorState title={texts.failed} onRetry={() => void found.refetch()} isRetrying={found.isFetching}>
        {found.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={texts.loading} />
    )
  if (found.data.length === 0) return <EmptyState icon={<Undo2 />} title={texts.none[queue]} />
  return (
    <Rows>
      {found.data.map((refund) => (
        <Row
          key={refund._id}
          to={null}
          title={texts.titleOf(refund.memberName, refund.pageName)}
          badges={<Badge>{onePaymentTexts.statuses[refund.status] ?? refund.status}</Badge>}
          meta={[formatDay(refund.requestedAt), refund.reason].filter((part) => part !== '').join(' · ')}
          end={columnMoney(found.data)(refund)}
        >
          {refund.attempts > 0 && (
            <p className="mt-1 text-sm text-ink-soft">
              {texts.attempts(refund.attempts, refund.refusal)}
              {refund.nextAttemptAt !== null && ` ${texts.next(formatMoment(refund.nextAttemptAt))}`}
            </p>
          )}
          <RefundActs refund={refund} />
        </Row>
      ))}
    </Rows>
  )
}
