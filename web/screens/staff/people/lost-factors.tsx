import { useState } from 'react'

import { getPerson } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import { keepLostFactors, removeLostFactors } from '#contract/staff/calls.ts'
import { Button } from '#web/ui/button.tsx'

import { None, Part } from '../parts/facts.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useOwnId, usePermit } from '../rights.ts'
import { peopleTexts } from './messages.ts'
import type { Person } from './one-person.ts'

const texts = peopleTexts.recovery

function stateOf({ recovery }: Person): string {
  if (recovery === null) return texts.none
  return recovery.removedAt === null
    ? texts.asked(formatDay(recovery.askedAt), recovery.by)
    : texts.due(formatDay(recovery.removedAt))
}

/** For somebody who can't get in any more: two people on the staff, seven days, three mails. */
export function LostFactors({ person }: { person: Person }) {
  const [act, setAct] = useState<'remove' | 'keep' | null>(null)
  const mayDecide = usePermit('recoveries') !== null
  const isOwn = useOwnId() === person._id
  const { recovery } = person
  if (!mayDecide || isOwn || !person.hasFactor) return null
  return (
    <Part title={texts.title}>
      <None>{stateOf(person)}</None>
      <div className="mt-3 flex flex-wrap gap-2">
        {(recovery === null || recovery.removedAt === null) && (
          <Button size="small" onClick={() => setAct('remove')}>
            {texts.remove.open}
          </Button>
        )}
        {recovery !== null && (
          <Button size="small" onClick={() => setAct('keep')}>
            {texts.keep.open}
          </Button>
        )}
      </div>
      {act !== null && (
        <ReasonDialog
          route={act === 'remove' ? removeLostFactors : keepLostFactors}
          inputOf={(reason) => ({ userId: person._id, reason })}
          refreshes={[getPerson]}
          title={texts[act].title(person.name)}
          body={texts[act].body}
          confirmLabel={texts[act].confirm}
          done={texts[act].done}
          onClose={() => setAct(null)}
        />
      )}
    </Part>
  )
}
