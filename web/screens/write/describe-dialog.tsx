import { ALT_MAX_LENGTH } from '#contract/media/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

import type { MediaItem } from './media-items.ts'
import { writeTexts } from './messages.ts'

const texts = writeTexts.inText

/** What a picture shows, for people who can't see it; kept as it is typed. */
export function DescribeDialog({
  item,
  onDescribe,
  onClose,
}: {
  /** null: closed. */
  item: MediaItem | null
  onDescribe: (alt: string) => void
  onClose: () => void
}) {
  return (
    <Dialog
      isOpen={item !== null}
      onClose={onClose}
      size="narrow"
      title={texts.describeTitle}
      description={texts.describeHelp}
      footer={
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      {item && (
        <TextArea
          label={texts.description}
          value={item.alt}
          characterLimit={ALT_MAX_LENGTH}
          onChange={(event) => onDescribe(event.target.value)}
        />
      )}
    </Dialog>
  )
}
