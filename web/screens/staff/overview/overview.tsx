import { PageHeader } from '#web/ui/page-header.tsx'

import { PlacePage } from '../place-page.tsx'
import { overviewTexts as texts } from './messages.ts'

/** What waits for the staff, due first. */
export function Overview() {
  return (
    <PlacePage>
      <PageHeader title={texts.title} />
    </PlacePage>
  )
}
