import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

import { securityTexts } from './messages.ts'
import './recovery-codes.css'

const texts = securityTexts.codes

/** Shows new recovery codes, this once. It closes by saying that they are kept, and not by a slip. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const list = codes ?? []
  const asText = list.join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(asText)
      toast.success(texts.copied)
    } catch {
      toast.error(texts.notCopied)
    }
  }

  function download() {
    const url = URL.createObjectURL(new Blob([`${texts.fileHead}\n\n${asText}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = texts.fileName
    link.click()
    URL.revokeObjectURL(url)
  }

  return (
    <Dialog
      isOpen={codes !== null}
      onClose={onClose}
      canDismiss={false}
      title={texts.dialogTitle}
      description={texts.dialogIntro}
      footer={
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <div className="recovery-codes">
        <p className="hidden print:mb-4 print:block">{texts.fileHead}</p>
        <ol
          dir="ltr"
          className="grid gap-x-6 gap-y-2 rounded-card border border-line bg-wash p-4 font-mono text-base sm:grid-cols-2 sm:p-5"
        >
          {list.map((code) => (
            <li key={code} className="text-center whitespace-nowrap tabular-nums">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="mt-4 flex flex-wrap gap-2 max-sm:[&>*]:grow sm:gap-3">
        <Button size="small" onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <Button size="small" onClick={download}>
          {texts.download}
        </Button>
        <Button size="small" onClick={() => window.print()}>
          {texts.print}
        </Button>
      </div>
    </Dialog>
  )
}
