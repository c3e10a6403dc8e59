import type { ReactNode } from 'react'

import { consoleMessages } from '#contract/console/messages.ts'
import type { CallOf, InputOf, OutputOf } from '#contract/http/route.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
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
  const { title, body, confirmLabel, done, help, label, isDanger = false, onClose } = props
  const form = useCallForm(props.route, {
    initial: { reason: '' },
    // What else is asked for in its place, the server checks alone.
    check: ({ reason }) =>
      label === undefined && reason.trim() === '' ? { reason: consoleMessages.reasonMissing } : {},
    input: ({ reason }) => props.inputOf(reason),
    refreshes: props.refreshes,
    onDone(answer) {
      if (done !== undefined) toast.success(done)
      onClose()
      props.onDone?.(answer)
    },
    onRefused: ({ message }) => ({ form: message }),
  })
  return (
    <ConfirmDialog
      isOpen
      title={title}
      body={body}
      confirmLabel={confirmLabel}
      isDanger={isDanger}
      isPending={form.isSaving}
      error={form.problem}
      onConfirm={form.submit}
      onCancel={onClose}
    >
      {/* In a form, so that a press beside the dialog doesn't lose it. */}
      <form {...form.props} className="space-y-4">
        {props.children}
        <TextArea
          {...form.field('reason')}
          label={label ?? texts.reason}
          help={help ?? texts.reasonHelp}
          rows={3}
        />
      </form>
    </ConfirmDialog>
  )
}
