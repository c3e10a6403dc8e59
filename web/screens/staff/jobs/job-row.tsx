import { formatMoment } from '#contract/dates.ts'
import { When } from '#web/features/time/when.tsx'
import { Button } from '#web/ui/button.tsx'

import type { JobAct, QueuedJob } from './job-act.ts'
import { BriefFact } from '../parts/facts.tsx'
import { jobTexts as texts } from './messages.ts'

/** One job: what it is, what it is about, why it failed, and what can be done. */
export function JobRow({ job, onAct }: { job: QueuedJob; onAct: (act: JobAct) => void }) {
  const { name, attempts, maxAttempts, lastError, payload, createdAt, runAt, state } = job
  return (
    <li className="flex flex-col gap-4 px-4 py-4 sm:flex-row sm:items-start sm:gap-6 sm:px-5">
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold wrap-anywhere">{name}</h2>
        <p className="mt-1 text-sm text-ink-soft">{texts.attempts(attempts, maxAttempts)}</p>
        <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
          <BriefFact label={texts.queued}>
            <When moment={createdAt} />
          </BriefFact>
          {(state === 'waiting' || state === 'retrying') && (
            <BriefFact label={texts.runs}>
              <time dateTime={runAt}>{`${formatMoment(runAt)} UTC`}</time>
            </BriefFact>
          )}
        </dl>
        {payload !== '{}' && (
          <p className="mt-2 text-sm text-ink-faint">
            {texts.payload}
            {': '}
            <code className="wrap-anywhere">{payload}</code>
          </p>
        )}
        {lastError !== '' && (
          <div className="mt-3 rounded-control bg-wash px-3.5 py-2.5">
            <p className="text-sm text-ink-faint">{texts.error}</p>
            <p className="mt-0.5 text-sm wrap-anywhere whitespace-pre-wrap">{lastError}</p>
          </div>
        )}
      </div>
      {state !== 'running' && (
        <div className="flex shrink-0 gap-2">
          <Button size="small" onClick={() => onAct({ kind: 'retry', job })}>
            {texts.retry}
          </Button>
          <Button size="small" variant="quiet" onClick={() => onAct({ kind: 'drop', job })}>
            {texts.drop}
          </Button>
        </div>
      )}
    </li>
  )
}
