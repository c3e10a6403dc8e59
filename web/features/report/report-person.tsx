import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'

import { IconButton } from '#web/ui/icon-button.tsx'

import { reportTexts as texts } from './messages.ts'
import { ReportDialog } from './report-part.ts'

/** A flag beside somebody's name. */
export function ReportPerson({ person }: { person: { _id: string; name: string } }) {
  const [isReporting, setIsReporting] = useState(false)
  return (
    <>
      <IconButton
        label={texts.person(person.name)}
        icon={<Flag aria-hidden="true" />}
        className="size-11 text-ink-faint [&>svg]:size-4.5"
        onClick={() => setIsReporting(true)}
      />
      {isReporting && (
        <Suspense>
          <ReportDialog
            target={{ kind: 'person', id: person._id }}
            isOpen
            onClose={() => setIsReporting(false)}
          />
        </Suspense>
      )}
    </>
  )
}
