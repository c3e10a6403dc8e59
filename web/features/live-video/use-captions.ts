import { type RefObject, useEffect, useState } from 'react'

/** The closed captions that came with a picture, once some have: off until they are wanted. */
export function useCaptions(videoRef: RefObject<HTMLVideoElement | null>) {
  const [areThere, setAreThere] = useState(false)
  const [areShown, setAreShown] = useState(false)

  useEffect(() => {
    const tracks = videoRef.current?.textTracks
    if (!tracks) return undefined
    const look = () => {
      const all = [...tracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles')
      setAreThere(all.length > 0)
      for (const [index, track] of all.entries()) track.mode = areShown && index === 0 ? 'showing' : 'hidden'
    }
    look()
    tracks.addEventListener('addtrack', look)
    return () => tracks.removeEventListener('addtrack', look)
  }, [videoRef, areShown])

  return { areThere, areShown, toggle: () => setAreShown((known) => !known) }
}
