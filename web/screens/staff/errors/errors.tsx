import { Bug } from 'lucide-react'
import { useState } from 'react'

import { listErrors } from '#contract/console/calls.ts'
import { ERROR_STATES, type ErrorState } from '#contract/console/rules.ts'
import { usePages } from '#web/api/use-pages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

import { PlacePage } from '../parts/place-page.tsx'
import { ErrorRow } from './error-row.tsx'
import { errorTexts as texts } from './messages.ts'

const PER_PAGE = 50

/** What went wrong unexpectedly, in groups. */
export function ErrorsScreen() {
  const [state, setState] = useState<ErrorState>('open')
  return (
    <PlacePage>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <div className="mt-8">
        <Tabs
          label={texts.states.label}
          value={state}
          onChange={(value) => setState(value === 'resolved' ? 'resolved' : 'open')}
          tabs={ERROR_STATES.map((value) => ({
            value,
            label: texts.states[value],
            panel: <ErrorList state={value} />,
          }))}
        />
      </div>
    </PlacePage>
  )
}

function ErrorList({ state }: { state: ErrorState }) {
  const list = usePages(listErrors, { state, limit: PER_PAGE }, (rows) => rows)
  return (
    <PagedList
      list={list}
      texts={texts.list}
      empty={
        <EmptyState icon={<Bug />} title={texts.none[state]}>
          {texts.noneHelp}
        </EmptyState>
      }
    >
      {(rows) => (
        <ul className="divide-y divide-line">
          {rows.map((group) => (
            <ErrorRow key={group._id} group={group} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
