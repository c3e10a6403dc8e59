import { ArrowLeft, Check, CloudOff, CloudUpload, Eye, TriangleAlert } from 'lucide-react'

import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'

import type { SaveState } from './draft/draft-saver.ts'
import { writeTexts as texts } from './messages.ts'

const ICONS = {
  saved: Check,
  saving: CloudUpload,
  uploading: CloudUpload,
  unsaved: CloudUpload,
  offline: CloudOff,
  conflict: TriangleAlert,
  refused: TriangleAlert,
}

/** The way back, whether everything is saved, and what can be done with the post. */
export function TopBar({
  state,
  publishLabel,
  onPreview,
  onPublish,
}: {
  state: SaveState | 'uploading'
  publishLabel: string
  onPreview: () => void
  onPublish: () => void
}) {
  const Icon = ICONS[state]
  const isTrouble = state === 'refused' || state === 'conflict'
  return (
    <div className="flex min-h-16 items-center gap-2 px-2 sm:gap-3 sm:px-5">
      <Link
        to="/studio/posts"
        className="inline-flex min-h-11 items-center gap-2 rounded-control px-2.5 font-medium text-ink-soft hover:bg-wash hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">{texts.back}</span>
      </Link>
      <output className={isTrouble ? 'min-w-0 text-sm text-bad' : 'min-w-0 text-sm text-ink-faint'}>
        <span className="flex min-w-0 items-center gap-1.5">
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          <span className="truncate">{texts.state[state]}</span>
        </span>
      </output>
      <span className="flex-1" />
      <Button variant="quiet" icon={<Eye />} onClick={onPreview} className="max-sm:hidden">
        {texts.preview}
      </Button>
      <IconButton
        label={texts.preview}
        icon={<Eye aria-hidden="true" />}
        onClick={onPreview}
        className="sm:hidden"
      />
      <Button variant="primary" onClick={onPublish}>
        {publishLabel}
      </Button>
    </div>
  )
}
