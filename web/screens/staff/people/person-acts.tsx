import { useState } from 'react'

import { getPerson, listPeople } from '#contract/console/calls.ts'
import { reinstatePerson, suspendPerson } from '#contract/staff/calls.ts'
import { Button } from '#web/ui/button.tsx'

import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useOwnId, usePermit } from '../rights.ts'
import { peopleTexts as texts } from './messages.ts'
import type { Person } from './one-person.ts'

const REFRESHED = [getPerson, listPeople]

/** What may be done about an account: nothing about one's own, nor about others of the staff. */
export function PersonActs({ person }: { person: Person }) {
  const [isOpen, setIsOpen] = useState(false)
  const mayDecide = usePermit('cases') !== null
  const isOwn = useOwnId() === person._id
  if (!mayDecide || isOwn || person.roles.length > 0 || person.state === 'erased') return null
  const isSuspended = person.state === 'suspended'
  const said = isSuspended ? texts.reinstate : texts.suspend
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{said.open}</Button>
      {isOpen && (
        <ReasonDialog
          route={isSuspended ? reinstatePerson : suspendPerson}
          inputOf={(reason) => ({ userId: person._id, reason })}
          refreshes={REFRESHED}
          title={said.title(person.name)}
          body={said.body}
          {...(isSuspended ? {} : { help: texts.suspend.help })}
          confirmLabel={said.confirm}
          done={said.done}
          isDanger={!isSuspended}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
