import { type ReactNode, useState } from 'react'

import { momentText } from '#web/features/time/when-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

import { writeTexts } from '../messages.ts'
import type { Draft } from './draft-fields.ts'

const texts = writeTexts.conflict

/** Two windows wrote the same draft: what to go on with. Whichever way, the dialog stays until it is decided. */
export function ConflictDialog({
  theirs,
  onKeepMine,
  onTakeTheirs,
  onKeepAsNew,
}: {
  /** null: there is no conflict. */
  theirs: Draft | null
  onKeepMine: () => Promise<unknown>
  onTakeTheirs: () => void
  onKeepAsNew: () => Promise<unknown>
}) {
  const [pending, setPending] = useState<'mine' | 'copy' | null>(null)
  const [hasFailed, setHasFailed] = useState(false)

  async function run(which: 'mine' | 'copy', act: () => Promise<unknown>) {
    if (pending !== null) return
    setPending(which)
    setHasFailed(false)
    try {
      await act()
    } catch {
      setHasFailed(true)
    }
    setPending(null)
  }

  return (
    <Dialog
      isOpen={theirs !== null}
      onClose={() => undefined}
      canDismiss={false}
      role="alertdialog"
      title={texts.title}
      description={texts.body}
    >
      {theirs && (
        <div className="flex flex-col gap-5">
          {hasFailed && (
            <p role="alert" className="text-sm font-medium text-bad">
              {texts.failed}
            </p>
          )}
          <Choice help={texts.copyHelp}>
            <Button
              variant="primary"
              isFullWidth
              isLoading={pending === 'copy'}
              onClick={() => void run('copy', onKeepAsNew)}
            >
              {texts.copy}
            </Button>
          </Choice>
          <Choice help={texts.mineHelp}>
            <Button isFullWidth isLoading={pending === 'mine'} onClick={() => void run('mine', onKeepMine)}>
              {texts.mine}
            </Button>
          </Choice>
          <Choice help={texts.theirsHelp(momentText(theirs.savedAt))}>
            <Button isFullWidth onClick={onTakeTheirs}>
              {texts.theirs}
            </Button>
          </Choice>
        </div>
      )}
    </Dialog>
  )
}

function Choice({ help, children }: { help: string; children: ReactNode }) {
  return (
    <div>
      {children}
      <p className="mt-1.5 text-sm text-ink-soft">{help}</p>
    </div>
  )
}
