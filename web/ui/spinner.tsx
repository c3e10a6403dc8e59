import { uiTexts } from './messages.ts'

/** The spinning ring alone, without text; its caller says what is loading. */
export function SpinnerRing({ size = 20 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      className="animate-spin"
    >
      <circle cx="10" cy="10" r="8" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2.25" />
      <path d="M10 2a8 8 0 0 1 8 8" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round" />
    </svg>
  )
}

export type SpinnerProps = {
  /** What is loading, for example "Loading posts". */
  label?: string
  size?: number
  isLabelVisible?: boolean
}

/** A spinner in a line of text or a row. */
export function Spinner({ label = uiTexts.loading, size = 20, isLabelVisible = false }: SpinnerProps) {
  return (
    <output className="inline-flex items-center gap-2.5 text-ink-soft">
      <SpinnerRing size={size} />
      <span className={isLabelVisible ? 'text-sm' : 'sr-only'}>{label}</span>
    </output>
  )
}

/** A spinner with its text in the middle of an otherwise empty screen. */
export function FullPageSpinner({ label = uiTexts.loading }: { label?: string }) {
  return (
    <output className="flex min-h-[60dvh] flex-col items-center justify-center gap-4 text-brand">
      <SpinnerRing size={32} />
      <span className="text-sm text-ink-soft">{label}</span>
    </output>
  )
}

/** A spinner in the middle of the screen over loading content, whose skeletons say what it is. */
export function SpinnerOverScreen() {
  return (
    <span className="pointer-events-none fixed inset-0 z-10 grid place-items-center text-brand">
      <SpinnerRing size={40} />
    </span>
  )
}
