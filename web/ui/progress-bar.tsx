import { classNames } from './class-names.ts'

export type ProgressBarProps = {
  /** What is going on, for screen readers. */
  label: string
  /** 0 to 100; null while nobody can say. */
  percent: number | null
  className?: string
}

/** How far something is. The platform's own element, drawn like ours. */
export function ProgressBar({ label, percent, className }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      max={100}
      value={percent === null ? undefined : Math.min(100, Math.max(0, Math.round(percent)))}
      className={classNames('progress-bar', className)}
    />
  )
}
