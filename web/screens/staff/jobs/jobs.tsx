import { ListChecks } from 'lucide-react'
import { useState } from 'react'

import { dropJob, listJobs, retryJob } from '#contract/console/calls.ts'
import { JOB_STATES, type JobState } from '#contract/console/rules.ts'
import { formatMoment } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { usePages } from '#web/api/use-pages.ts'
import { When } from '#web/features/time/when.tsx'
import { Button } from '#web/ui/button.tsx'

import { Queues, Row, StaffList, StaffPlace } from '../parts/list.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { jobTexts as texts } from './messages.ts'

const PER_PAGE = 50

/** The queue of jobs, those first that somebody has to look at. */
export function JobsScreen() {
  return (
    <StaffPlace title={texts.title} subtitle={texts.subtitle}>
      <Queues values={JOB_STATES} texts={texts.states}>
        {(state) => <JobList state={state} />}
      </Queues>
    </StaffPlace>
  )
}

function JobList({ state }: { state: JobState }) {
  const list = usePages(listJobs, { state, limit: PER_PAGE }, (rows) => rows)
  return (
    <StaffList list={list} empty={{ icon: <ListChecks />, title: texts.none[state] }}>
      {(job) => <JobRow job={job} />}
    </StaffList>
  )
}

/** One job: what it is, what it is about, why it failed, and what can be done. */
function JobRow({ job }: { job: OutputOf<typeof listJobs>[number] }) {
  const { _id, name, attempts, maxAttempts, lastError, payload, createdAt, runAt, state } = job
  const [act, setAct] = useState<'retry' | 'drop' | null>(null)
  const isDue = state === 'waiting' || state === 'retrying'
  return (
    <Row
      title={name}
      meta={texts.attempts(attempts, maxAttempts)}
      facts={[
        { label: texts.queued, value: <When moment={createdAt} /> },
        ...(isDue
          ? [{ label: texts.runs, value: <time dateTime={runAt}>{`${formatMoment(runAt)} UTC`}</time> }]
          : []),
      ]}
      acts={
        state !== 'running' && (
          <>
            <Button size="small" onClick={() => setAct('retry')}>
              {texts.retry.open}
            </Button>
            <Button size="small" variant="quiet" onClick={() => setAct('drop')}>
              {texts.drop.open}
            </Button>
          </>
        )
      }
    >
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
      {act !== null && (
        <ReasonDialog
          route={act === 'retry' ? retryJob : dropJob}
          inputOf={(reason) => ({ jobId: _id, reason })}
          refreshes={[listJobs]}
          title={texts[act].title(name)}
          body={texts[act].body}
          help={texts.reasonHelp}
          confirmLabel={texts[act].confirm}
          done={texts[act].done}
          isDanger={act === 'drop'}
          onClose={() => setAct(null)}
        />
      )}
    </Row>
  )
}
