import { Pause, Play, RefreshCw } from 'lucide-react'

import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

import { uploaderTexts as texts } from './messages.ts'
import { paceOf, sizeText, timeLeftText } from './upload-pace.ts'
import type { AttachmentInHand } from './use-attachment.ts'
import { useIsOnline } from '#web/api/online.ts'
import type { Transfer } from './use-transfer.ts'

/** An upload's progress, speed and time left; pause and resume. */
export function TransferLine({
  attachment,
  transfer,
  fileName,
}: {
  attachment: AttachmentInHand
  transfer: Transfer
  fileName: string
}) {
  const { state, sentBytes, totalBytes, message, canRetry } = transfer
  const isOnline = useIsOnline()
  const percent = totalBytes === 0 ? 0 : (sentBytes / totalBytes) * 100

  if (state === 'stopped')
    return (
      <Banner
        tone="bad"
        title={message}
        action={
          canRetry && (
            <Button size="small" icon={<RefreshCw />} onClick={attachment.resume}>
              {texts.resume}
            </Button>
          )
        }
      />
    )
  return (
    <div>
      <ProgressBar label={texts.uploading} percent={percent} />
      <div className="mt-2 flex items-center justify-between gap-3">
        <p className="min-w-0 text-sm text-ink-soft tabular-nums">
          {state === 'paused' ? texts.paused : isOnline ? progressText(transfer) : texts.connecting}
        </p>
        {state === 'sending' ? (
          <Button size="small" icon={<Pause />} onClick={attachment.pause}>
            {texts.pause}
          </Button>
        ) : (
          <Button size="small" icon={<Play />} onClick={attachment.resume}>
            {texts.resume}
          </Button>
        )}
      </div>
      {/* Announces every quarter; every percent would be noise. */}
      <output className="sr-only">
        {state === 'paused'
          ? texts.announce.paused
          : percent < 25
            ? texts.announce.started(fileName)
            : texts.announce.percent(Math.floor(percent / 25) * 25)}
      </output>
    </div>
  )
}

function progressText({ samples, sentBytes, totalBytes }: Transfer): string {
  const pace = paceOf(samples, totalBytes)
  const [sent, total] = [sizeText(sentBytes), sizeText(totalBytes)]
  return pace === null
    ? texts.progress(sent, total)
    : texts.progressAndPace(sent, total, sizeText(pace.bytesPerSecond), timeLeftText(pace.secondsLeft))
}
