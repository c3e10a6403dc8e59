import { Webhook } from 'lucide-react'
import { useState } from 'react'

import { applyEvent, listEvents } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useMutation } from '#web/api/queries.ts'
import { usePages } from '#web/api/use-pages.ts'
import { When } from '#web/features/time/when.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'

import { BriefFact } from '../parts/facts.tsx'
import { PlacePage } from '../parts/place-page.tsx'
import { Rows } from '../parts/rows.tsx'
import { eventTexts as texts } from './messages.ts'

const PER_PAGE = 50
const QUEUES = ['waiting', 'all'] as const
type Queue = (typeof QUEUES)[number]

/** Webhooks of the payment provider, and a way to have one applied again. */
export function EventsScreen() {
  const [queue, setQueue] = useState<Queue>('waiting')
  return (
    <PlacePage>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <div className="mt-8">
        <Tabs
          label={texts.queues.label}
          value={queue}
          onChange={(value) => setQueue(value === 'all' ? 'all' : 'waiting')}
          tabs={QUEUES.map((value) => ({
            value,
            label: texts.queues[value],
            panel: <EventList queue={value} />,
          }))}
        />
      </div>
    </PlacePage>
  )
}

function EventList({ queue }: { queue: Queue }) {
  const list = usePages(listEvents, { unapplied: queue === 'waiting', limit: PER_PAGE }, (rows) => rows)
  return (
    <PagedList
      list={list}
      texts={texts.list}
      empty={
        <EmptyState icon={<Webhook />} title={queue === 'waiting' ? texts.none : texts.noneYet}>
          {queue === 'waiting' && texts.noneHelp}
        </EmptyState>
      }
    >
      {(rows) => (
        <Rows>
          {rows.map((event) => (
            <EventRow key={event._id} event={event} />
          ))}
        </Rows>
      )}
    </PagedList>
  )
}

function EventRow({ event }: { event: OutputOf<typeof listEvents>[number] }) {
  const { _id, name, eventId, subject, receivedAt, appliedAt } = event
  const applying = useMutation(applyEvent, {
    refreshes: [listEvents],
    onDone: () => toast.success(texts.queued),
  })
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:flex-row sm:items-start sm:gap-6 sm:px-5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-semibold wrap-anywhere">{name}</h2>
          <Badge tone={appliedAt === null ? 'warn' : 'good'}>
            {appliedAt === null ? texts.waits : texts.applied}
          </Badge>
        </div>
        <dl className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
          <BriefFact label={texts.received}>
            <When moment={receivedAt} />
          </BriefFact>
          {/* One about nothing is about itself. */}
          {subject !== null && !subject.startsWith('event:') && (
            <BriefFact label={texts.about}>{subject}</BriefFact>
          )}
          <BriefFact label={texts.eventId}>{eventId}</BriefFact>
        </dl>
        {applying.isError && (
          <p role="alert" className="mt-2 text-sm font-medium text-bad">
            {applying.error.message}
          </p>
        )}
      </div>
      <Button
        size="small"
        aria-label={texts.applyNamed(name, eventId)}
        isLoading={applying.isPending}
        onClick={() => applying.mutate({ input: { eventId: _id } })}
      >
        {texts.apply}
      </Button>
    </li>
  )
}
