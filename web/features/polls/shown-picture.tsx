import { Maximize2 } from 'lucide-react'
import { useState } from 'react'

import { getPlayback } from '#contract/media/calls.ts'
import type { Poll } from '#contract/polls/poll.ts'
import { useQuery } from '#web/api/use-query.ts'
import { mediaTexts } from '#web/features/media/messages.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { SpinnerRing } from '#web/ui/spinner.tsx'

import { pollTexts as texts } from './messages.ts'

export type OptionPlayback = NonNullable<Poll['options'][number]['picture']>

/** How often a picture that is still being made is asked for. */
const ASK_EVERY_MS = 1500

/** What an option shows, above its text. A press on it chooses the option; a button of its own shows it large. */
export function ShownPicture({
  picture,
  optionText,
  onEnlarge,
}: {
  picture: OptionPlayback
  optionText: string
  onEnlarge: () => void
}) {
  const [made, setMade] = useState<OptionPlayback | null>(null)
  const shown = made?._id === picture._id ? made : picture
  const { data } = useQuery(
    getPlayback,
    { mediaId: picture._id },
    { refetchEveryMs: ASK_EVERY_MS, isEnabled: shown.state === 'processing' },
  )
  if (data && data.state !== 'processing' && data !== made) setMade(data)
  return (
    <span className="relative block aspect-4/3 w-full overflow-hidden bg-wash">
      {shown.state === 'ready' ? (
        <>
          <Picture media={shown} place="in-gallery" />
          <button
            type="button"
            aria-label={texts.enlarge(optionText)}
            onClick={onEnlarge}
            className="absolute end-1.5 top-1.5 grid size-9 place-items-center rounded-full bg-paper-raised/90 text-ink shadow-float hover:bg-paper-raised"
          >
            <Maximize2 aria-hidden="true" className="size-4" />
          </button>
        </>
      ) : shown.state === 'failed' ? (
        <span className="grid size-full place-items-center p-3 text-center text-sm text-ink-soft">
          {mediaTexts.broken}
        </span>
      ) : (
        <span className="grid size-full place-items-center text-ink-faint">
          <SpinnerRing size={20} />
          <span className="sr-only">{texts.preparing}</span>
        </span>
      )}
    </span>
  )
}
