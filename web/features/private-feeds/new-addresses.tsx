import { CopyField } from '#web/features/share/copy-field.tsx'
import { Button } from '#web/ui/button.tsx'

import { privateFeedTexts } from './messages.ts'

const texts = privateFeedTexts.made
const copying = {
  copy: privateFeedTexts.copy,
  copied: privateFeedTexts.copied,
  failed: privateFeedTexts.copyFailed,
}

/** Addresses that can't be shown again. */
export function NewAddresses({
  podcastUrl,
  rssUrl,
  onDone,
}: {
  /** null: there is nothing to play. */
  podcastUrl: string | null
  rssUrl: string
  onDone: () => void
}) {
  return (
    <div className="space-y-6">
      <p className="text-base text-ink-soft">{texts.once}</p>
      {podcastUrl !== null && (
        <div className="space-y-2">
          <CopyField url={podcastUrl} texts={{ ...copying, label: texts.podcast }} isMain />
          <p className="text-sm text-ink-faint">{texts.podcastHelp}</p>
        </div>
      )}
      <div className="space-y-2">
        <CopyField url={rssUrl} texts={{ ...copying, label: texts.rss }} isMain={podcastUrl === null} />
        <p className="text-sm text-ink-faint">{texts.rssHelp}</p>
      </div>
      {podcastUrl === null && <p className="text-sm text-ink-soft">{texts.noPodcast}</p>}
      <Button onClick={onDone}>{texts.done}</Button>
    </div>
  )
}
