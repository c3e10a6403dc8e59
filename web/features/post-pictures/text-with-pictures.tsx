import type { ReactNode } from 'react'

import { partsOfText, type TextPart } from '#contract/posts/text-parts.ts'
import { OnceHydrated } from '#web/features/form/once-hydrated.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import type { Playback } from '#web/features/media/player/sources.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { gallerySpans } from './gallery-rows.ts'

const Poll = lazyPart(async () => (await import('#web/features/polls/poll.tsx')).Poll)

export interface TextWithPicturesProps {
  /** Sanitised by the server. */
  html: string
  /** Those that the viewer may see. */
  media: readonly Playback[]
  onEnlarge: (mediaId: string) => void
  /** What is attached to the post: before a poll at the text's end, which may ask about it. */
  children?: ReactNode
}

/** A post's text with the pictures and polls between its words; one that the viewer may not see leaves no gap. */
export function TextWithPictures({ html, media, onEnlarge, children }: TextWithPicturesProps) {
  const seen = new Map(
    media.filter(({ kind, state }) => kind === 'image' && state === 'ready').map((one) => [one._id, one]),
  )
  function shown(part: TextPart, index: number) {
    if (part.kind === 'words')
      return (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- parts have no name but their place
          key={index}
          dir="auto"
          className={classNames('prose prose-bleed', index > 0 && 'mt-6')}
          dangerouslySetInnerHTML={{ __html: part.html }}
        />
      )
    if (part.kind === 'poll')
      return (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <div key={index} className="mt-6 first:mt-0">
          <OnceHydrated fallback={<PollPlace />}>
            <Poll pollId={part.pollId} />
          </OnceHydrated>
        </div>
      )
    const pictures = part.mediaIds.flatMap((id) => seen.get(id) ?? [])
    if (pictures.length === 0) return null
    return (
      // oxlint-disable-next-line react/no-array-index-key -- as above
      <figure key={index} className="mt-6 first:mt-0">
        <Pictures pictures={pictures} onEnlarge={onEnlarge} />
        {part.captionHtml !== '' && (
          <figcaption
            dir="auto"
            className="mt-2.5 text-center text-sm text-ink-faint wrap-break-word [&_a]:underline"
            dangerouslySetInnerHTML={{ __html: part.captionHtml }}
          />
        )}
      </figure>
    )
  }

  const parts = partsOfText(html)
  const attachedAt = parts.length - (parts.at(-1)?.kind === 'poll' ? 1 : 0)
  return (
    <>
      {parts.slice(0, attachedAt).map(shown)}
      {children}
      {parts.slice(attachedAt).map((part) => shown(part, attachedAt))}
    </>
  )
}

function Pictures({
  pictures,
  onEnlarge,
}: {
  pictures: readonly Playback[]
  onEnlarge: (mediaId: string) => void
}) {
  const [only] = pictures
  if (pictures.length === 1 && only)
    return <Picture media={only} onEnlarge={() => onEnlarge(only._id)} place="in-text" />
  const spans = gallerySpans(pictures.length)
  return (
    <div className="-mx-4 grid grid-cols-6 gap-1.5 sm:mx-0 sm:gap-2">
      {pictures.map((picture, index) => (
        <div
          key={picture._id}
          className={spans[index] === 3 ? 'col-span-3 aspect-4/3' : 'col-span-2 aspect-square'}
        >
          <Picture media={picture} onEnlarge={() => onEnlarge(picture._id)} place="in-gallery" />
        </div>
      ))}
    </div>
  )
}

/** Keeps a poll's place until its code is there. */
function PollPlace() {
  return <div className="min-h-44 rounded-card border border-line" />
}
