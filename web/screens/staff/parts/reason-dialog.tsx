import { type ReactNode, useState } from 'react'

import type { CallOf, InputOf, OutputOf } from '#contract/http/route.ts'
import { useMutation } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'

import { partTexts as texts } from './messages.ts'

export interface ReasonDialogProps<R extends CallOf> {
  route: R
  /** What is sent, with what was typed. */
  inputOf: (reason: string) => InputOf<R>
  /** What has changed once it is done. */
  refreshes: readonly CallOf[]
  title: string
  body?: string
  confirmLabel: string
  /** Said once it is done; absent: `onDone` says it. */
  done?: string
  /** Who reads the reason, where somebody does. */
  help?: string
  label?: string
  isDanger?: boolean
  children?: ReactNode
  onDone?: (answer: OutputOf<R>) => void
  onClose: () => void
}

/** An act of the staff, with its reason. It is open as long as it is there; what was typed stays after an error. */
export function ReasonDialog<R extends CallOf>(props: ReasonDialogProps<R>) {
  const { route, inputOf, refreshes, title, body, confirmLabel, done, help, label, isDanger = false } = props
  const [reason, setReason] = useState('')
  const act = useMutation(route, {
    refreshes,
    onDone: () => done !== undefined && toast.success(done),
  })

  function confirm() {
    act.mutate(
      { input: inputOf(reason) },
      {
        onSuccess(answer) {
          props.onClose()
          props.onDone?.(answer)
        },
      },
    )
  }

  return (
    <ConfirmDialog
      isOpen
      title={title}
      body={body}
      confirmLabel={confirmLabel}
      isDanger={isDanger}
      isPending={act.isPending}
      error={act.error?.message}
      onConfirm={confirm}
      onCancel={props.onClose}
    >
      {/* In a form, so that a press beside the dialog doesn't lose it. */}
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        {props.children}
        <TextArea
          label={label ?? texts.reason}
          help={help ?? texts.reasonHelp}
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </ConfirmDialog>
  )
}
