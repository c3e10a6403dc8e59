import { classNames } from './class-names.ts'

export type ProgressBarProps = {
  /** What is in progress, for screen readers. */
  label: string
  /** 0 to 100; null while unknown. */
  percent: number | null
  className?: string
}

/** A progress bar: the browser's own element in our style. */
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
