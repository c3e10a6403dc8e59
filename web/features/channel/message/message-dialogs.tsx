import { useState } from 'react'

import { ACT_REASON_MAX_LENGTH } from '#contract/channels/rules.ts'
import { CallError } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

import { channelTexts as texts } from '../messages.ts'

export type Asked = 'delete' | 'hide' | 'remove'

interface MessageDialogsProps {
  asked: Asked | null
  onClose: () => void
  onDelete: () => Promise<void>
  onAct: (act: 'hide' | 'remove', reason: string) => Promise<void>
  /** Said when there is no reason, where one has to be given. */
  reasonMissing?: string
}

/** Asked before a message is taken away; moderators say why, for its author to read. */
export function MessageDialogs({ asked, onClose, onDelete, onAct, reasonMissing }: MessageDialogsProps) {
  const [reason, setReason] = useState('')
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isIncomplete, setIsIncomplete] = useState(false)

  function close() {
    setProblem(null)
    setReason('')
    setIsIncomplete(false)
    onClose()
  }
  async function confirm(work: () => Promise<void>) {
    setIsPending(true)
    setProblem(null)
    try {
      await work()
      close()
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : texts.notDone)
    } finally {
      setIsPending(false)
    }
  }

  function act() {
    const isMissing = reasonMissing !== undefined && reason.trim() === ''
    setIsIncomplete(isMissing)
    if (!isMissing) void confirm(() => onAct(isRemoving ? 'remove' : 'hide', reason.trim()))
  }

  const isRemoving = asked === 'remove'
  return (
    <>
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={texts.deleting.title}
        body={texts.deleting.body}
        confirmLabel={texts.deleting.confirm}
        isDanger
        isPending={isPending}
        error={problem}
        onConfirm={() => void confirm(onDelete)}
        onCancel={close}
      />
      <Dialog
        isOpen={asked === 'hide' || isRemoving}
        onClose={close}
        size="narrow"
        canDismiss={!isPending}
        title={isRemoving ? texts.acting.removeTitle : texts.acting.hideTitle}
        description={isRemoving ? texts.acting.removeBody : texts.acting.hideBody}
        footer={
          <>
            <Button variant="quiet" onClick={close}>
              {texts.acting.cancel}
            </Button>
            <Button variant="danger" isLoading={isPending} onClick={act}>
              {isRemoving ? texts.acting.remove : texts.acting.hide}
            </Button>
          </>
        }
      >
        <TextArea
          label={texts.acting.reason}
          help={texts.acting.reasonHelp}
          rows={2}
          characterLimit={ACT_REASON_MAX_LENGTH}
          value={reason}
          error={isIncomplete ? (reasonMissing ?? null) : null}
          onChange={({ target }) => {
            setReason(target.value)
            setIsIncomplete(false)
          }}
        />
        {problem !== null && <ErrorLine>{problem}</ErrorLine>}
      </Dialog>
    </>
  )
}
