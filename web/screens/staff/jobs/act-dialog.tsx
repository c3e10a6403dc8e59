import { useState } from 'react'

import { dropJob, listJobs, retryJob } from '#contract/console/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import type { JobAct } from './job-act.ts'
import { jobTexts as texts } from './messages.ts'

const REASON_MAX_LENGTH = 500

/** Asks why, and does it. */
export function ActDialog({ act, onClose }: { act: JobAct | null; onClose: () => void }) {
  // What it was about stays to be read while the dialog closes.
  const [shown, setShown] = useState(act)
  if (act !== null && act !== shown) setShown(act)
  return (
    shown && (
      <OneAct key={`${shown.kind} ${shown.job._id}`} act={shown} isOpen={act !== null} onClose={onClose} />
    )
  )
}

function OneAct({
  act: { kind, job },
  isOpen,
  onClose,
}: {
  act: JobAct
  isOpen: boolean
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const retrying = useMutation(retryJob, { refreshes: [listJobs] })
  const dropping = useMutation(dropJob, { refreshes: [listJobs] })
  const acting = kind === 'retry' ? retrying : dropping

  function confirm() {
    setIsEmpty(reason.trim() === '')
    if (reason.trim() === '' || acting.isPending) return
    acting.mutate(
      { input: { jobId: job._id, reason } },
      {
        onSuccess() {
          toast.success(kind === 'retry' ? texts.retried : texts.dropped)
          onClose()
        },
      },
    )
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDanger={kind === 'drop'}
      title={kind === 'retry' ? texts.retryTitle(job.name) : texts.dropTitle(job.name)}
      body={kind === 'retry' ? texts.retryBody : texts.dropBody}
      confirmLabel={kind === 'retry' ? texts.retryConfirm : texts.dropConfirm}
      isPending={acting.isPending}
      error={acting.error?.message}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <TextField
        label={texts.reason}
        help={texts.reasonHelp}
        value={reason}
        maxLength={REASON_MAX_LENGTH}
        error={isEmpty ? texts.reasonMissing : null}
        onChange={({ target }) => {
          setReason(target.value)
          setIsEmpty(false)
        }}
      />
    </ConfirmDialog>
  )
}
