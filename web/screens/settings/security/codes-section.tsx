import { useState } from 'react'

import { getSecurity, makeRecoveryCodes } from '#contract/accounts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

import { SettingsSection } from '../settings-section.tsx'
import { securityTexts } from './messages.ts'

const texts = securityTexts.codes

/** At this many it is time for new ones. */
const FEW = 3

export function CodesSection({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const make = useMutation(makeRecoveryCodes, { refreshes: [getSecurity] })
  return (
    <SettingsSection title={texts.title} hint={texts.hint}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card border border-line bg-paper-raised p-4">
        <p>
          <span className="font-medium">{texts.left(left)}</span>
          {left <= FEW && <span className="block text-sm text-warn">{texts.few}</span>}
        </p>
        <Button
          size="small"
          onClick={() => {
            make.reset()
            setIsAsking(true)
          }}
        >
          {texts.make}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.makeTitle}
        body={texts.makeBody}
        confirmLabel={texts.make}
        isPending={make.isPending}
        error={make.error?.message}
        onCancel={() => setIsAsking(false)}
        onConfirm={() =>
          make.mutate(
            { input: {} },
            {
              onSuccess: ({ recoveryCodes }) => {
                setIsAsking(false)
                onCodes(recoveryCodes)
              },
            },
          )
        }
      />
    </SettingsSection>
  )
}
