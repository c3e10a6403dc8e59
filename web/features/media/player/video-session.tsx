import { type RefObject, useEffect } from 'react'

import { followTimes } from '../times-in-text.ts'
import { keepPosition } from './positions.ts'
import { QualityChoice } from './quality-choice.tsx'
import { SessionTrouble } from './session-trouble.tsx'
import { type Playback, qualitiesOf } from './sources.ts'
import { usePlayerSession } from './use-player-session.ts'

/** The row below a video: how much data it may use, and what to do when it doesn't play; and the ways into it from the text. */
export function VideoSession({
  videoRef,
  media,
}: {
  videoRef: RefObject<HTMLVideoElement | null>
  media: Playback
}) {
  const { state, quality, choose, retry } = usePlayerSession(videoRef, media)
  useEffect(() => (videoRef.current ? followTimes(videoRef.current) : undefined), [videoRef])
  useEffect(
    () => (videoRef.current ? keepPosition(videoRef.current, media._id) : undefined),
    [videoRef, media._id],
  )
  return (
    <>
      <SessionTrouble kind="video" state={state} src={media.src} onRetry={retry} />
      <div className={state === 'well' ? 'flex justify-end' : 'hidden'}>
        <QualityChoice offered={qualitiesOf(media)} quality={quality} onChoose={choose} />
      </div>
    </>
  )
}
