import { useState } from 'react'

import { useSearchParams } from '#web/routing/location.ts'
import { PageHeader } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

import { payoutTexts as texts } from '../parts/payout-messages.ts'
import { PayoutRows } from '../parts/payout-rows.tsx'
import { PlacePage } from '../parts/place-page.tsx'

const QUEUES = ['waiting', 'held', 'sent', 'settled'] as const

/** Payouts of every page. */
export function Payouts() {
  const asked = useSearchParams().get('queue')
  const [queue, setQueue] = useState<string>(QUEUES.find((each) => each === asked) ?? QUEUES[0])
  return (
    <PlacePage>
      <PageHeader title={texts.title} subtitle={texts.exportHint} />
      <div className="mt-6">
        <Tabs
          label={texts.queues.label}
          value={queue}
          onChange={setQueue}
          tabs={QUEUES.map((each) => ({
            value: each,
            label: texts.queues[each],
            panel: <PayoutRows of={{ queue: each }} />,
          }))}
        />
      </div>
    </PlacePage>
  )
}
