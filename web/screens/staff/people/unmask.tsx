import { useState } from 'react'

import { unmaskAddress } from '#contract/console/calls.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'

import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { usePermit } from '../rights.ts'
import { peopleTexts as texts } from './messages.ts'
import type { Person } from './one-person.ts'

/** A masked address; for a reason, and for whoever may, the whole one until the page is left. */
export function Unmask({ person }: { person: Person }) {
  const mayUnmask = usePermit('contact') !== null && person.state !== 'erased'
  const [isAsking, setIsAsking] = useState(false)
  const [whole, setWhole] = useState<string | null>(null)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <EmailAddress>{whole ?? person.email}</EmailAddress>
      {mayUnmask && whole === null && (
        <Button size="small" onClick={() => setIsAsking(true)}>
          {texts.unmask.open}
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          route={unmaskAddress}
          inputOf={(reason) => ({ userId: person._id, reason })}
          refreshes={[]}
          title={texts.unmask.title(person.name)}
          body={texts.unmask.body}
          confirmLabel={texts.unmask.confirm}
          onDone={({ email }) => setWhole(email)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </span>
  )
}
