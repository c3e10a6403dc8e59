import { Bug } from 'lucide-react'

import { listErrors, resolveError } from '#contract/console/calls.ts'
import { ERROR_STATES, type ErrorState } from '#contract/console/rules.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useMutation } from '#web/api/queries.ts'
import { usePages } from '#web/api/use-pages.ts'
import { When } from '#web/features/time/when.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { Queues, Row, StaffList, StaffPlace } from '../parts/list.tsx'
import { errorTexts as texts } from './messages.ts'

const PER_PAGE = 50

/** What went wrong unexpectedly, in groups. */
export function ErrorsScreen() {
  return (
    <StaffPlace title={texts.title} subtitle={texts.subtitle}>
      <Queues values={ERROR_STATES} texts={texts.states}>
        {(state) => <ErrorList state={state} />}
      </Queues>
    </StaffPlace>
  )
}

function ErrorList({ state }: { state: ErrorState }) {
  const list = usePages(listErrors, { state, limit: PER_PAGE }, (rows) => rows)
  return (
    <StaffList list={list} empty={{ icon: <Bug />, title: texts.none[state], help: texts.noneHelp }}>
      {(group) => <ErrorRow group={group} />}
    </StaffList>
  )
}

/** One group: what it is, where and how often, and on demand where in the code it came from. */
function ErrorRow({ group }: { group: OutputOf<typeof listErrors>[number] }) {
  const { _id, source, place, kind, frames, reference, release, count, firstSeenAt, lastSeenAt } = group
  const resolving = useMutation(resolveError, {
    refreshes: [listErrors],
    onDone: () => toast.success(texts.resolved),
  })
  return (
    <Row
      title={kind}
      badges={<Badge>{texts.sources[source]}</Badge>}
      meta={`${place} · ${texts.times(count)}`}
      facts={[
        { label: texts.first, value: <When moment={firstSeenAt} /> },
        { label: texts.last, value: <When moment={lastSeenAt} /> },
        { label: texts.release, value: release },
      ]}
      acts={
        group.resolvedAt === null && (
          <Button
            size="small"
            aria-label={texts.resolveNamed(kind, place)}
            isLoading={resolving.isPending}
            onClick={() => resolving.mutate({ input: { errorId: _id } })}
          >
            {texts.resolve}
          </Button>
        )
      }
    >
      <details className="mt-3 text-sm">
        <summary className="w-fit cursor-pointer text-ink-soft hover:text-ink">{texts.where}</summary>
        <div className="mt-2 rounded-control bg-wash px-3.5 py-2.5">
          {frames.length === 0 ? (
            <p>{texts.nowhere}</p>
          ) : (
            <ol>
              {frames.map((frame) => (
                <li key={frame}>
                  <code className="wrap-anywhere">{frame}</code>
                </li>
              ))}
            </ol>
          )}
          {reference !== null && (
            <p className="mt-2 text-ink-faint">
              {texts.reference}
              {': '}
              <code className="wrap-anywhere">{reference}</code>
            </p>
          )}
        </div>
      </details>
      {resolving.isError && (
        <p role="alert" className="mt-2 text-sm font-medium text-bad">
          {resolving.error.message}
        </p>
      )}
    </Row>
  )
}
