import { type ReactNode, Suspense, useEffect, useState } from 'react'

import { getPlayback } from '#contract/media/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { mediaTexts } from '#web/features/media/messages.ts'
import { Picture } from '#web/features/media/picture.tsx'
import type { Playback } from '#web/features/media/player/sources.ts'
import { PostMedia } from '#web/features/media/post-media.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { SpinnerRing } from '#web/ui/spinner.tsx'

import { channelTexts } from '../messages.ts'
import { previewOf } from '../writing/pictures-in-hand.ts'

const Lightbox = lazyPart(async () => (await import('#web/features/lightbox/lightbox.tsx')).Lightbox)

/** A single picture is at most this wide and high, in CSS pixels. */
const LARGEST_PX = 320
/** How often a picture that is still being made is asked for. */
const ASK_EVERY_MS = 1500

/** The pictures of a message, each of which can be looked at large; its videos and sounds below them. */
export function MessageMedia({ media, authorName }: { media: readonly Playback[]; authorName: string }) {
  const pictures = media.filter(({ kind }) => kind === 'image')
  const others = media.filter(({ kind }) => kind !== 'image')
  // Those that were made since the message was loaded.
  const [made, setMade] = useState<ReadonlyMap<string, Playback>>(new Map())
  const [enlargedId, setEnlargedId] = useState<string | null>(null)
  const known = pictures.map((each) => made.get(each._id) ?? each)
  const shown = known.filter(({ state }) => state === 'ready')
  const start = shown.findIndex(({ _id }) => _id === enlargedId)
  const isSingle = known.length === 1
  return (
    <>
      {known.length > 0 && (
        <ul
          aria-label={channelTexts.pictures.label}
          className={
            isSingle ? 'mt-2' : 'mt-2 grid max-w-112 grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-1.5'
          }
        >
          {known.map((each) => (
            <li
              key={each._id}
              className={isSingle ? undefined : 'relative aspect-square overflow-hidden rounded-control'}
            >
              {each.state === 'ready' ? (
                <Shape picture={each} isSingle={isSingle}>
                  <Picture media={each} place="in-gallery" onEnlarge={() => setEnlargedId(each._id)} />
                </Shape>
              ) : (
                <Unready
                  picture={each}
                  isSingle={isSingle}
                  onMade={(ready) => setMade((before) => new Map(before).set(ready._id, ready))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {others.map((each) => (
        <PostMedia key={each._id} media={each} pageName={authorName} />
      ))}
      {start >= 0 && (
        <Suspense>
          <Lightbox
            pictures={shown}
            start={start}
            label={channelTexts.pictures.lightbox(authorName)}
            onClose={() => setEnlargedId(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The room of a picture: its own shape where it stands alone, else its part of the grid. */
function Shape({
  picture: { widthPx, heightPx },
  isSingle,
  children,
}: {
  picture: Playback
  isSingle: boolean
  children: ReactNode
}) {
  if (!isSingle) return <div className="absolute inset-0">{children}</div>
  const [width, height] = [widthPx ?? 4, heightPx ?? 3]
  const scale = Math.min(1, LARGEST_PX / width, LARGEST_PX / height)
  return (
    <div className="relative w-fit max-w-full overflow-hidden rounded-control">
      <svg
        aria-hidden="true"
        width={Math.max(96, width * scale)}
        height={Math.max(96, height * scale)}
        viewBox={`0 0 ${width} ${height}`}
        className="block h-auto max-w-full"
      />
      <div className="absolute inset-0">{children}</div>
    </div>
  )
}

/** A picture that is still being made; its author sees their own file meanwhile. */
function Unready({
  picture,
  isSingle,
  onMade,
}: {
  picture: Playback
  isSingle: boolean
  onMade: (made: Playback) => void
}) {
  const { data } = useQuery(
    getPlayback,
    { mediaId: picture._id },
    { refetchEveryMs: ASK_EVERY_MS, isEnabled: picture.state !== 'failed' },
  )
  useEffect(() => {
    if (data?.state === 'ready') onMade(data)
    // oxlint-disable-next-line react/exhaustive-deps -- told once
  }, [data?.state])
  if (picture.state === 'failed' || data?.state === 'failed')
    return <p className="rounded-control bg-wash p-3 text-sm text-ink-soft">{mediaTexts.broken}</p>
  const preview = previewOf(picture._id)
  return (
    <Shape picture={picture} isSingle={isSingle}>
      <span className="grid size-full place-items-center bg-wash text-ink-faint">
        {preview === null ? (
          <>
            <SpinnerRing size={20} />
            <span className="sr-only">{mediaTexts.preparing.image}</span>
          </>
        ) : (
          <img src={preview} alt={picture.alt} className="size-full object-cover" />
        )}
      </span>
    </Shape>
  )
}
