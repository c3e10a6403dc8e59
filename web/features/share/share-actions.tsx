import { Link2, Share } from 'lucide-react'

import { useIsHydrated } from '#web/features/form/use-is-hydrated.ts'
import { Button } from '#web/ui/button.tsx'

import { copyText } from './copy-text.ts'
import { shareTexts as texts } from './messages.ts'

/** Copies an address, or hands it to the system's own sheet where there is one. */
export function ShareActions({ url, title }: { url: string; title: string }) {
  const canShare = useIsHydrated() && typeof navigator.share === 'function'

  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="small"
        icon={<Link2 />}
        onClick={() => void copyText(url, { copied: texts.copied, failed: texts.notCopied })}
      >
        {texts.copy}
      </Button>
      {canShare && (
        <Button
          size="small"
          icon={<Share />}
          // It rejects when the person closes the sheet.
          onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
        >
          {texts.share}
        </Button>
      )}
    </div>
  )
}
