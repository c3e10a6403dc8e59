import { toast } from '#web/ui/toast.tsx'

/** Copies a text and says so, or says that the browser refuses it. Returns whether it is copied. */
export async function copyText(text: string, texts: { copied: string; failed: string }): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    toast.error(texts.failed)
    return false
  }
  toast.success(texts.copied)
  return true
}
