import { useEffect, useState } from 'react'

import './celebration.css'

/** The duration of the celebration in the spec. */
const LASTS_MS = 3000
const PIECES = 36

/** Bubbles that rise once, like in a glass; not for people who prefer less motion. */
export function Celebration() {
  const [isOn, setIsOn] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches)

  useEffect(() => {
    const timer = setTimeout(() => setIsOn(false), LASTS_MS)
    return () => clearTimeout(timer)
  }, [])

  if (!isOn) return null
  return (
    <div aria-hidden="true" data-testid="celebration" className="celebration">
      {Array.from({ length: PIECES }, (_, index) => (
        <span key={index} className="celebration-bubble" style={placeOf(index)} />
      ))}
    </div>
  )
}

/** Spread by the golden angle: looks scattered, and never repeats a place. */
function placeOf(index: number): React.CSSProperties {
  const spread = (index * 0.618034) % 1
  return {
    insetInlineStart: `${spread * 100}%`,
    width: `${6 + ((index * 7) % 5) * 4}px`,
    animationDelay: `${(index * 53) % 1100}ms`,
  }
}
