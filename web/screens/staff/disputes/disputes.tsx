import { Scale } from 'lucide-react'
import { useState } from 'react'

import { listDisputes } from '#contract/console/calls.ts'
import { DISPUTE_QUEUES, type DisputeQueue } from '#contract/console/dispute-rules.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { usePages } from '#web/api/use-pages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

import { columnMoney } from '../parts/column-money.ts'
import { PlacePage } from '../parts/place-page.tsx'
import { Row, Rows } from '../parts/rows.tsx'
import { deadlineText } from './deadline.ts'
import { DisputeBadges } from './dispute-badges.tsx'
import { disputeTexts as texts } from './messages.ts'

const PER_PAGE = 50

/** What banks ask back: those due first, and what became of the others. */
export function DisputesScreen() {
  const [queue, setQueue] = useState<DisputeQueue>('waiting')
  return (
    <PlacePage>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <div className="mt-8">
        <Tabs
          label={texts.queues.label}
          value={queue}
          onChange={(value) => setQueue(value === 'settled' ? 'settled' : 'waiting')}
          tabs={DISPUTE_QUEUES.map((value) => ({
            value,
            label: texts.queues[value],
            panel: <Queue queue={value} />,
          }))}
        />
      </div>
    </PlacePage>
  )
}

function Queue({ queue }: { queue: DisputeQueue }) {
  const list = usePages(listDisputes, { queue, limit: PER_PAGE }, (rows) => rows)
  return (
    <PagedList
      list={list}
      texts={texts.list}
      empty={<EmptyState icon={<Scale />} title={texts.none[queue]} />}
    >
      {(rows) => (
        <Rows>
          {rows.map((row) => (
            <DisputeRow key={row._id} row={row} amount={columnMoney(rows)(row)} />
          ))}
        </Rows>
      )}
    </PagedList>
  )
}

function DisputeRow({ row, amount }: { row: OutputOf<typeof listDisputes>[number]; amount: string }) {
  const { _id, member, page, status, evidence } = row
  return (
    <Row
      to={`/staff/disputes/${_id}`}
      title={texts.between(member.name, page.name)}
      badges={<DisputeBadges status={status} evidence={evidence} />}
      meta={deadlineText(row)}
      end={amount}
    />
  )
}
