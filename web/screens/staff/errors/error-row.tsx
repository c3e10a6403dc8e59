import { listErrors, resolveError } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useMutation } from '#web/api/queries.ts'
import { When } from '#web/features/time/when.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { BriefFact } from '../parts/facts.tsx'
import { errorTexts as texts } from './messages.ts'

/** One group: what it is, where and how often, and on demand where in the code it came from. */
export function ErrorRow({ group }: { group: OutputOf<typeof listErrors>[number] }) {
  const { _id, source, place, kind, frames, reference, release, count, firstSeenAt, lastSeenAt } = group
  const resolving = useMutation(resolveError, {
    refreshes: [listErrors],
    onDone: () => toast.success(texts.resolved),
  })
  return (
    <li className="flex flex-col gap-3 py-5 sm:flex-row sm:items-start sm:gap-6">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-semibold wrap-anywhere">{kind}</h2>
          <Badge>{texts.sources[source]}</Badge>
        </div>
        <p className="mt-1 text-sm wrap-anywhere text-ink-soft">{place}</p>
        <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
          <div>
            <dt className="sr-only">{texts.title}</dt>
            <dd>{texts.times(count)}</dd>
          </div>
          <BriefFact label={texts.first}>
            <When moment={firstSeenAt} />
          </BriefFact>
          <BriefFact label={texts.last}>
            <When moment={lastSeenAt} />
          </BriefFact>
          <BriefFact label={texts.release}>{release}</BriefFact>
        </dl>
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
      </div>
      {group.resolvedAt === null && (
        <Button
          size="small"
          aria-label={texts.resolveNamed(kind, place)}
          isLoading={resolving.isPending}
          onClick={() => resolving.mutate({ input: { errorId: _id } })}
        >
          {texts.resolve}
        </Button>
      )}
    </li>
  )
}
