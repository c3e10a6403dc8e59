import { useState } from 'react'

import { useSearchParams } from '#web/routing/location.ts'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

import { CaseList } from './case-list.tsx'
import { casesTexts as texts } from './messages.ts'
import { ReportList } from './report-list.tsx'

/** What was decided about the viewer, and what they reported themselves. */
export function CasesScreen() {
  const address = useSearchParams()
  const [part, setPart] = useState(address.get('part') === 'reports' ? 'reports' : 'cases')
  return (
    <Page title={texts.title} isNarrow>
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
    </Page>
  )
}
