import { Megaphone } from 'lucide-react'
import { useState } from 'react'

import { Button } from '#web/ui/button.tsx'

import { AnnounceDialog } from './announce-dialog.tsx'
import { messagesTexts } from './messages.ts'

/** Where a creator writes to all their members. */
export function AnnounceButton({ pageHandle }: { pageHandle: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="quiet" icon={<Megaphone />} isFullWidth onClick={() => setIsOpen(true)}>
        {messagesTexts.announce.open}
      </Button>
      <AnnounceDialog pageHandle={pageHandle} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
