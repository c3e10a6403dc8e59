import { CircleCheck, RefreshCw, X } from 'lucide-react'
import { useId, useState } from 'react'

import { ALT_MAX_LENGTH } from '#contract/media/rules.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { AttachedFile } from './attachment.ts'
import { CaptionsField } from './captions-field.tsx'
import { FilePreview } from './file-preview.tsx'
import { uploaderTexts as texts } from './messages.ts'
import { PickButton } from './pick-button.tsx'
import { TransferLine } from './transfer-line.tsx'
import { sizeText } from './upload-pace.ts'
import type { AttachmentInHand, Medium } from './use-attachment.ts'

/** The attached file: its preview, its progress, and what it still needs. */
export function AttachedFileCard({
  attachment,
  attached,
  error,
}: {
  attachment: AttachmentInHand
  attached: AttachedFile
  error: string | null
}) {
  const { kind, fileName, sizeBytes, mediaId } = attached
  const { stage, transfer, medium } = attachment
  const [isAsking, setIsAsking] = useState(false)
  const isLost = stage === 'interrupted' || stage === 'gone' || stage === 'refused'
  const isDescribable = kind === 'image' && !isLost
  const noteId = useId()
  // A picture is quickly chosen again; an hour of video isn't.
  const needsAsking = kind !== 'image' && !isLost

  return (
    <div className="overflow-hidden rounded-card border border-line">
      <FilePreview attachment={attachment} attached={attached} />
      <div className="flex flex-col gap-4 px-4 py-3">
        <div className="flex items-center gap-3">
          <p className="min-w-0 flex-1 text-sm">
            <span className="block truncate font-medium">{fileName}</span>
            <span className="text-ink-faint tabular-nums">{sizeText(sizeBytes)}</span>
          </p>
          <IconButton
            label={texts.removeLabel(kind)}
            icon={<X aria-hidden="true" />}
            onClick={() => (needsAsking ? setIsAsking(true) : attachment.remove())}
          />
        </div>
        {transfer && <TransferLine attachment={attachment} transfer={transfer} fileName={fileName} />}
        {stage === 'checking' && <p className="text-sm text-ink-faint">{texts.checking}</p>}
        {isLost && (
          <Banner
            tone="warn"
            action={
              <PickButton
                kind={kind}
                label={texts.chooseAgain}
                icon={<RefreshCw />}
                onPick={(file) => attachment.attachFile(kind, file)}
              />
            }
          >
            {stage === 'interrupted' ? texts.interrupted : (medium?.failure ?? texts.gone)}
          </Banner>
        )}
        {stage === 'usable' && medium && <PreparingLine medium={medium} />}
        {attachment.problem && <Banner tone="bad">{attachment.problem}</Banner>}
        {isDescribable && (
          <TextField
            label={texts.alt.question}
            help={texts.alt.help}
            value={attached.alt}
            maxLength={ALT_MAX_LENGTH}
            onChange={(event) => attachment.describe(event.target.value)}
          />
        )}
        {error && <FieldNote id={noteId} error={error} />}
        {kind !== 'image' && mediaId !== null && stage === 'usable' && medium && (
          <CaptionsField medium={medium} onChanged={attachment.refresh} />
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.removeQuestion(kind)}
        body={texts.removeBody}
        confirmLabel={texts.removeConfirm}
        cancelLabel={texts.removeCancel}
        isDanger
        onConfirm={() => {
          setIsAsking(false)
          attachment.remove()
        }}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

/** The server's progress with an uploaded file, and whether it can be played already. */
function PreparingLine({ medium }: { medium: Medium }) {
  const { state, progress, playsNatively, isConverted, kind, failure, note } = medium
  const isGaining = state === 'processing' || (progress < 100 && kind !== 'image')
  const text = state === 'processing' ? texts.preparing : isGaining ? texts.readyMore : texts.ready
  const isUnplayable = state === 'ready' && playsNatively === false && !isGaining && !isConverted
  return (
    <div>
      <output className="flex items-start gap-2 text-sm text-ink-soft">
        {state === 'ready' && <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />}
        {text}
      </output>
      {isGaining && <ProgressBar className="mt-2" label={texts.preparingLabel} percent={progress} />}
      {failure !== null && <p className="mt-1 text-sm text-ink-soft">{failure}</p>}
      {note !== null && <p className="mt-1 text-sm text-ink-soft">{note}</p>}
      {isUnplayable && failure === null && <p className="mt-1 text-sm text-ink-soft">{texts.playsNowhere}</p>}
    </div>
  )
}
