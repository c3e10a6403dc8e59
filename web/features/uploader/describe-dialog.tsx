import { ALT_MAX_LENGTH } from '#contract/media/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

import { uploaderTexts } from './messages.ts'

const texts = uploaderTexts.describe

/** What a picture shows, for people who can't see it; kept as it is typed. */
export function DescribeDialog({
  alt,
  onDescribe,
  onClose,
}: {
  /** null: closed. */
  alt: string | null
  onDescribe: (alt: string) => void
  onClose: () => void
}) {
  return (
    <Dialog
      isOpen={alt !== null}
      onClose={onClose}
      size="narrow"
      title={texts.title}
      description={texts.help}
      footer={
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      {alt !== null && (
        <TextArea
          label={texts.label}
          value={alt}
          characterLimit={ALT_MAX_LENGTH}
          onChange={(event) => onDescribe(event.target.value)}
        />
      )}
    </Dialog>
  )
}
