import { useState } from 'react'

import { leavingTexts as texts } from '#web/features/leaving/messages.ts'
import { Button } from '#web/ui/button.tsx'

import type { User } from '../user.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** The way out, at the end of the settings. */
export function DeleteAccount({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button className="text-bad" onClick={() => setIsOpen(true)}>
        {texts.open}
      </Button>
      <DeleteAccountDialog user={user} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
