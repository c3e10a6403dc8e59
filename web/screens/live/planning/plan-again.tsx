import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'

import type { LiveSession } from '#contract/live/live-session.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { Button } from '#web/ui/button.tsx'

import { liveTexts } from '../messages.ts'
import { SessionDialog } from './session-dialog.tsx'
import { type SessionValues, valuesAgain, valuesOf } from './session-values.ts'

/** Plans a session that didn't take place once more: all that was written about it is there already. */
export function PlanAgain({ session }: { session: LiveSession }) {
  const { pageHandle } = session
  const plans = useQuery(getCreatorPlans, { pageHandle }).data
  const [again, setAgain] = useState<SessionValues | null>(null)
  const values = valuesOf(session)
  if (!values) return null

  function begin(known: SessionValues) {
    // The page may have been open for days, and the device's clock may be slow.
    const now = new Date(Math.max(Date.parse(session.now), Date.now()))
    setAgain(valuesAgain(known, plans?.map(({ _id }) => _id) ?? null, now))
  }

  return (
    <>
      <Button variant="primary" icon={<CalendarPlus />} onClick={() => begin(values)}>
        {liveTexts.over.again}
      </Button>
      <SessionDialog
        isOpen={again !== null}
        session={null}
        again={again}
        pageHandle={pageHandle}
        onClose={() => setAgain(null)}
      />
    </>
  )
}
