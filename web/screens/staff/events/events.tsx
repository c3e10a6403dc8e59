import { Webhook } from 'lucide-react'

import { applyEvent, listEvents } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useMutation } from '#web/api/queries.ts'
import { usePages } from '#web/api/use-pages.ts'
import { When } from '#web/features/time/when.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { Queues, Row, StaffList, StaffPlace } from '../parts/list.tsx'
import { eventTexts as texts } from './messages.ts'

const PER_PAGE = 50
const QUEUES = ['waiting', 'all'] as const
type Queue = (typeof QUEUES)[number]

/** Webhooks of the payment provider, and a way to have one applied again. */
export function EventsScreen() {
  return (
    <StaffPlace title={texts.title} subtitle={texts.subtitle}>
      <Queues values={QUEUES} texts={texts.queues}>
        {(queue) => <EventList queue={queue} />}
      </Queues>
    </StaffPlace>
  )
}

function EventList({ queue }: { queue: Queue }) {
  const list = usePages(listEvents, { unapplied: queue === 'waiting', limit: PER_PAGE }, (rows) => rows)
  const none = queue === 'waiting' ? { title: texts.none, help: texts.noneHelp } : { title: texts.noneYet }
  return (
    <StaffList list={list} empty={{ icon: <Webhook />, ...none }}>
      {(event) => <EventRow event={event} />}
    </StaffList>
  )
}

function EventRow({ event }: { event: OutputOf<typeof listEvents>[number] }) {
  const { _id, name, eventId, subject, receivedAt, appliedAt } = event
  const applying = useMutation(applyEvent, {
    refreshes: [listEvents],
    onDone: () => toast.success(texts.queued),
  })
  // One about nothing is about itself.
  const isAboutSomething = subject !== null && !subject.startsWith('event:')
  return (
    <Row
      title={name}
      badges={
        <Badge tone={appliedAt === null ? 'warn' : 'good'}>
          {appliedAt === null ? texts.waits : texts.applied}
        </Badge>
      }
      facts={[
        { label: texts.received, value: <When moment={receivedAt} /> },
        ...(isAboutSomething ? [{ label: texts.about, value: subject }] : []),
        { label: texts.eventId, value: eventId },
      ]}
      acts={
        <Button
          size="small"
          aria-label={texts.applyNamed(name, eventId)}
          isLoading={applying.isPending}
          onClick={() => applying.mutate({ input: { eventId: _id } })}
        >
          {texts.apply}
        </Button>
      }
    >
      {applying.isError && (
        <p role="alert" className="mt-2 text-sm font-medium text-bad">
          {applying.error.message}
        </p>
      )}
    </Row>
  )
}
