import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { uiTexts } from './messages.ts'

export type ConfirmDialogProps = {
  isOpen: boolean
  /** The question, with the thing's name: "Delete the plan Tipsy?" */
  title: ReactNode
  /** The consequences; for money the exact amount and date. */
  body?: ReactNode
  confirmLabel: ReactNode
  cancelLabel?: ReactNode
  /** Red, with the initial focus on Cancel. */
  isDanger?: boolean
  /** While in progress: no way out, a spinner on the button. */
  isPending?: boolean
  /** Why it didn't work; the dialog stays open. */
  error?: ReactNode
  /** A question beside it, such as why. */
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/** One question with two answers. */
export function ConfirmDialog({
  isOpen,
  title,
  body,
  confirmLabel,
  cancelLabel = uiTexts.cancel,
  isDanger = false,
  isPending = false,
  error,
  children,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onCancel}
      role="alertdialog"
      size="narrow"
      canDismiss={!isPending}
      title={title}
      description={body}
      footer={
        <>
          <Button onClick={onCancel} disabled={isPending} data-autofocus={isDanger || undefined}>
            {cancelLabel}
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            isLoading={isPending}
            onClick={onConfirm}
            data-autofocus={!isDanger || undefined}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {error ? (
        <p role="alert" className="text-sm font-medium text-bad">
          {error}
        </p>
      ) : null}
    </Dialog>
  )
}
