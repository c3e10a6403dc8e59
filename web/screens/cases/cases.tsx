import { useState } from 'react'

import { useSearchParams } from '#web/routing/location.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

import { CaseList } from './case-list.tsx'
import { casesTexts as texts } from './messages.ts'
import { ReportList } from './report-list.tsx'

/** What was decided about the viewer, and what they reported themselves. */
export function CasesScreen() {
  const address = useSearchParams()
  const [part, setPart] = useState(address.get('part') === 'reports' ? 'reports' : 'cases')
  return (
    <div className="mx-auto max-w-reading px-4 pt-8 pb-20 sm:px-6 lg:px-10 lg:pt-12">
      <PageHeader title={texts.title} />
      <div className="mt-6">
        <Tabs
          label={texts.tabs.label}
          value={part}
          onChange={setPart}
          tabs={[
            {
              value: 'cases',
              label: texts.tabs.cases,
              panel: <CaseList about={address.get('about')} />,
            },
            { value: 'reports', label: texts.tabs.reports, panel: <ReportList /> },
          ]}
        />
      </div>
    </div>
  )
}
