import { isOnline } from '#web/api/online.ts'
import { Button } from '#web/ui/button.tsx'

import { channelTexts as texts } from '../messages.ts'
import type { Unsent } from './outbox.ts'
import { previewOf } from './pictures-in-hand.ts'

/** A message on its way to the server, or why it didn't get there. */
export function UnsentMessage({
  unsent,
  onAgain,
  onDiscard,
}: {
  unsent: Unsent
  onAgain: () => void
  onDiscard: () => void
}) {
  const { state, problem, body, mediaIds } = unsent
  return (
    <div className="ps-11">
      {body !== '' && (
        <p
          dir="auto"
          className="text-base leading-relaxed wrap-break-word whitespace-pre-wrap text-ink-faint"
        >
          {body}
        </p>
      )}
      {mediaIds.length > 0 && <Pictures mediaIds={mediaIds} />}
      {state === 'failed' ? (
        <div className="mt-1 flex flex-wrap items-center gap-2">
          <p role="alert" className="text-sm text-bad">
            {problem}
          </p>
          <Button size="small" onClick={onAgain}>
            {texts.unsent.again}
          </Button>
          <Button size="small" variant="quiet" onClick={onDiscard}>
            {texts.unsent.discard}
          </Button>
        </div>
      ) : (
        <output className="mt-1 block text-sm text-ink-faint">
          {state === 'waiting' && !isOnline() ? texts.unsent.waiting : texts.unsent.sending}
        </output>
      )}
    </div>
  )
}

/** After a reload of the page only how many there are is known here. */
function Pictures({ mediaIds }: { mediaIds: readonly string[] }) {
  const previews = mediaIds.flatMap((mediaId) => previewOf(mediaId) ?? [])
  if (previews.length < mediaIds.length)
    return <p className="text-sm text-ink-faint">{texts.pictures.unsent(mediaIds.length)}</p>
  return (
    <ul aria-label={texts.pictures.label} className="mt-2 flex flex-wrap gap-1.5">
      {previews.map((url) => (
        <li key={url}>
          <img src={url} alt="" className="size-24 rounded-control object-cover opacity-60" />
        </li>
      ))}
    </ul>
  )
}
