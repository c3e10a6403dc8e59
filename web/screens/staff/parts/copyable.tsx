import { Copy } from 'lucide-react'

import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { partTexts } from './messages.ts'

const texts = partTexts.copy

/** A number or an id, and a button that copies it: it is looked up at a bank, at Razorpay or in the logs. */
export function Copyable({ name, children }: { name: string; children: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(children)
      toast.success(texts.done)
    } catch {
      toast.error(texts.failed)
    }
  }
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 text-sm wrap-anywhere">{children}</code>
      <IconButton
        label={texts.copy(name)}
        icon={<Copy aria-hidden="true" />}
        onClick={() => void copy()}
        className="-my-3 [&>svg]:size-4"
      />
    </span>
  )
}
