import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { uiTexts } from './messages.ts'

export type ErrorStateProps = {
  /** What happened: "Posts could not be loaded." */
  title: ReactNode
  /** What it means and what to do. */
  children?: ReactNode
  onRetry?: () => void
  isRetrying?: boolean
  className?: string
}

/** Replaces something that failed to load, with a way to try again. */
export function ErrorState({ title, children, onRetry, isRetrying = false, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classNames(
        'flex flex-col items-center rounded-card border border-line bg-paper-raised px-6 py-12 text-center',
        className,
      )}
    >
      <span className="mb-4 grid size-12 place-items-center rounded-full bg-bad-soft text-bad">
        <CloudOff aria-hidden="true" className="size-6" />
      </span>
      <p className="font-display text-xl">{title}</p>
      {children && <div className="mt-2 max-w-form text-base text-ink-soft">{children}</div>}
      {onRetry && (
        <Button className="mt-6" onClick={onRetry} isLoading={isRetrying}>
          {uiTexts.tryAgain}
        </Button>
      )}
    </div>
  )
}

/** At the end of a list whose next part failed to load: one line, above the retry button. */
export function ErrorLine({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex items-start gap-3 rounded-control bg-bad-soft px-4 py-3 text-ink">
      <CloudOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bad" />
      {children}
    </p>
  )
}
