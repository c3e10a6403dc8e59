import { useEffect, useEffectEvent, useRef } from 'react'

import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'

import { exploreTexts as texts } from './messages.ts'

/** How far below the window a list's end may be for its next part to load. */
const AHEAD_PX = 600

export type ShowMoreProps = {
  label: string
  state?: 'idle' | 'loading' | 'failed'
  /** Triggered by a press, or because the end of the list came near. */
  onShow: (cause: 'pressed' | 'reached') => void
  /** Loads automatically on scrolling; after a failure it waits for a press. */
  isEndless?: boolean
}

/** At the end of a list: loads the next part. The button is for people who don't scroll. */
export function ShowMore({ label, state = 'idle', onShow, isEndless = false }: ShowMoreProps) {
  const endRef = useRef<HTMLDivElement>(null)
  const isWaiting = isEndless && state === 'idle'
  const reach = useEffectEvent(() => onShow('reached'))

  useEffect(() => {
    if (!isWaiting || !endRef.current) return undefined
    // On a busy machine leaving and approaching are reported together: only the latest entry counts.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && reach(), {
      rootMargin: `0px 0px ${AHEAD_PX}px`,
    })
    observer.observe(endRef.current)
    return () => observer.disconnect()
  }, [isWaiting])

  return (
    <div ref={endRef} className="mt-6 flex flex-col items-start gap-3">
      {state === 'failed' && <ErrorLine>{texts.moreFailed}</ErrorLine>}
      <Button isLoading={state === 'loading'} onClick={() => onShow('pressed')}>
        {label}
      </Button>
    </div>
  )
}
