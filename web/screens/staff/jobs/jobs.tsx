import { ListChecks } from 'lucide-react'
import { useState } from 'react'

import { listJobs } from '#contract/console/calls.ts'
import { JOB_STATES, type JobState } from '#contract/console/rules.ts'
import { usePages } from '#web/api/use-pages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

import { PlacePage } from '../parts/place-page.tsx'
import { Rows } from '../parts/rows.tsx'
import { ActDialog } from './act-dialog.tsx'
import type { JobAct } from './job-act.ts'
import { JobRow } from './job-row.tsx'
import { jobTexts as texts } from './messages.ts'

const PER_PAGE = 50

/** The queue of jobs, those first that somebody has to look at. */
export function JobsScreen() {
  const [state, setState] = useState<JobState>('failed')
  const [act, setAct] = useState<JobAct | null>(null)
  return (
    <PlacePage>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <div className="mt-8">
        <Tabs
          label={texts.states.label}
          value={state}
          onChange={(value) => setState(JOB_STATES.find((each) => each === value) ?? 'failed')}
          tabs={JOB_STATES.map((value) => ({
            value,
            label: texts.states[value],
            panel: <JobList state={value} onAct={setAct} />,
          }))}
        />
      </div>
      <ActDialog act={act} onClose={() => setAct(null)} />
    </PlacePage>
  )
}

function JobList({ state, onAct }: { state: JobState; onAct: (act: JobAct) => void }) {
  const list = usePages(listJobs, { state, limit: PER_PAGE }, (rows) => rows)
  return (
    <PagedList
      list={list}
      texts={texts.list}
      empty={<EmptyState icon={<ListChecks />} title={texts.none[state]} />}
    >
      {(rows) => (
        <Rows>
          {rows.map((job) => (
            <JobRow key={job._id} job={job} onAct={onAct} />
          ))}
        </Rows>
      )}
    </PagedList>
  )
}
