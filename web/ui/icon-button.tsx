import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { SpinnerRing } from './spinner.tsx'

export type IconButtonProps = {
  /** Its action, read aloud and shown on hover. */
  label: string
  icon: ReactNode
  /** `outlined` for a lone control, `quiet` inside rows and bars. */
  variant?: 'quiet' | 'outlined'
  isLoading?: boolean
} & Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'title'>

/** A round 44 px target holding one icon. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  isLoading = false,
  className,
  onClick,
  type = 'button',
  'aria-disabled': isDisabled,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      aria-disabled={isLoading || isDisabled || undefined}
      onClick={isLoading ? undefined : onClick}
      className={classNames(
        'inline-grid size-11 shrink-0 place-items-center rounded-full text-ink-soft transition-colors duration-120 hover:bg-wash hover:text-ink disabled:text-ink-faint disabled:opacity-60 disabled:hover:bg-transparent [&>svg]:size-5',
        variant === 'outlined' && 'border border-line-strong/55 bg-paper-raised',
        className,
      )}
    >
      {isLoading ? <SpinnerRing size={18} /> : icon}
    </button>
  )
}
