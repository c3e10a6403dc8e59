import { ArrowDown, ArrowUp, FileText, Pause, Play, RefreshCw, X } from 'lucide-react'
import { useRef } from 'react'

import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { sizeText } from '#web/features/uploader/upload-pace.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

import { FileAudience } from './file-audience.tsx'
import { type FileInHand, type FilesInHand, isLost } from './files-in-hand.ts'
import { filesFieldTexts as texts } from './messages.ts'

/** One file of the post being written: its progress, its place, and who it is for. */
export function FileRow({
  file,
  plans,
  inHand,
  isFirst,
  isLast,
  onRemove,
}: {
  file: FileInHand
  plans: readonly Plan[]
  inHand: FilesInHand
  isFirst: boolean
  isLast: boolean
  onRemove: () => void
}) {
  const { key, name, stage, sizeBytes, sentBytes } = file
  const isMoving = stage === 'sending' || stage === 'paused'
  const isTroubled = isLost(file) || stage === 'stopped'
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-3">
        <FileText aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-faint" />
        <div className="min-w-0 flex-1 basis-40">
          <p dir="auto" className="text-base leading-snug font-medium wrap-anywhere">
            {name}
          </p>
          <p
            role={isTroubled ? 'alert' : undefined}
            className={classNames('mt-0.5 text-sm tabular-nums', isTroubled ? 'text-bad' : 'text-ink-faint')}
          >
            {stateText(file)}
          </p>
        </div>
        <div className="-my-1.5 -me-2.5 ms-auto flex">
          {stage === 'sending' && (
            <IconButton label={texts.pause(name)} icon={<Pause />} onClick={() => inHand.pause(key)} />
          )}
          {(stage === 'paused' || (stage === 'stopped' && file.canRetry)) && (
            <IconButton label={texts.resume(name)} icon={<Play />} onClick={() => inHand.resume(key)} />
          )}
          {!(isFirst && isLast) && (
            <>
              <IconButton
                label={texts.moveUp(name)}
                icon={<ArrowUp />}
                disabled={isFirst}
                onClick={() => inHand.move(key, -1)}
              />
              <IconButton
                label={texts.moveDown(name)}
                icon={<ArrowDown />}
                disabled={isLast}
                onClick={() => inHand.move(key, 1)}
              />
            </>
          )}
          <IconButton label={texts.remove(name)} icon={<X />} onClick={onRemove} />
        </div>
      </div>
      {isMoving && (
        <ProgressBar
          className="mt-2"
          label={texts.uploadingNamed(name)}
          percent={(sentBytes / sizeBytes) * 100}
        />
      )}
      {isLost(file) && <ChooseAgain onPick={(chosen) => inHand.chooseAgain(key, chosen)} />}
      {plans.length > 0 && (
        <FileAudience
          planIds={file.planIds}
          plans={plans}
          onChange={(planIds) => inHand.setPlans(key, planIds)}
        />
      )}
    </li>
  )
}

function ChooseAgain({ onPick }: { onPick: (file: File) => void }) {
  const inputRef = useRef<HTMLInputElement>(null)
  return (
    <div className="mt-2">
      <Button size="small" icon={<RefreshCw />} onClick={() => inputRef.current?.click()}>
        {texts.chooseAgain}
      </Button>
      <input
        ref={inputRef}
        type="file"
        aria-label={texts.chooseAgain}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onPick(file)
          event.target.value = ''
        }}
      />
    </div>
  )
}

function stateText({ stage, sizeBytes, sentBytes, message }: FileInHand): string {
  const size = sizeText(sizeBytes)
  switch (stage) {
    case 'waiting':
      return texts.waiting(size)
    case 'sending':
      return texts.sending(sizeText(sentBytes), size)
    case 'paused':
      return texts.paused(sizeText(sentBytes), size)
    case 'stopped':
      return message ?? texts.notSent
    case 'checking':
      return texts.checking(size)
    case 'scanning':
      return texts.beingChecked(size)
    case 'sent':
      return texts.sent(size)
    case 'interrupted':
      return texts.interrupted
    case 'refused':
      return message ?? texts.gone
    case 'gone':
      return texts.gone
  }
}
