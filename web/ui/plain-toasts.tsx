import { X } from 'lucide-react'

import { IconButton } from './icon-button.tsx'
import { uiTexts } from './messages.ts'

export type PlainToast = { id: number; message: string; description?: string | undefined }

/** Toasts for when their own code cannot be fetched, which is when there is most to say. */
export function PlainToasts({
  toasts,
  onClose,
}: {
  toasts: readonly PlainToast[]
  onClose: (id: number) => void
}) {
  return (
    <div
      role="status"
      className="fixed inset-x-4 top-4 flex flex-col gap-2.5 sm:top-6 sm:right-6 sm:left-auto sm:w-89"
    >
      {toasts.map(({ id, message, description }) => (
        <div
          key={id}
          className="flex items-center gap-3 rounded-control bg-paper-raised py-2 pr-2 pl-4 text-sm text-ink shadow-float"
        >
          <div className="min-w-0 flex-1 wrap-break-word">
            <p className="font-medium">{message}</p>
            {description !== undefined && <p className="text-ink-soft">{description}</p>}
          </div>
          <IconButton label={uiTexts.close} icon={<X aria-hidden="true" />} onClick={() => onClose(id)} />
        </div>
      ))}
    </div>
  )
}
