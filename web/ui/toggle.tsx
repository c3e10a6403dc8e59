import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type ToggleProps = {
  label: ReactNode
  help?: ReactNode
} & Omit<ComponentProps<'input'>, 'type' | 'role' | 'children' | 'aria-describedby'>

/** A switch that takes effect at once: text at the left, the switch at the right. */
export function Toggle({ label, help, id, className, ...rest }: ToggleProps) {
  const madeUpId = useId()
  const controlId = id ?? madeUpId
  return (
    <div
      className={classNames(
        'relative flex items-start justify-between gap-6 py-2.5 has-disabled:text-ink-faint',
        className,
      )}
    >
      <div className="min-w-0">
        <label
          htmlFor={controlId}
          className="block text-base leading-6 font-medium after:absolute after:inset-0"
        >
          {label}
        </label>
        {help && (
          <p id={`${controlId}-help`} className="mt-0.5 text-sm text-ink-faint">
            {help}
          </p>
        )}
      </div>
      <Switch {...rest} id={controlId} aria-describedby={help ? `${controlId}-help` : undefined} />
    </div>
  )
}

/** The switch alone; who uses it gives it a label. */
export function Switch(props: Omit<ComponentProps<'input'>, 'type' | 'role' | 'children' | 'className'>) {
  return (
    <span className="relative mt-px inline-block h-6 w-10.5 shrink-0">
      <input
        {...props}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox says itself whether it is on
        role="switch"
        className="peer absolute inset-0 appearance-none rounded-full border border-line-strong bg-wash transition-colors duration-150 checked:border-brand checked:bg-brand disabled:border-line disabled:bg-wash"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1 start-1 size-4 rounded-full bg-line-strong transition-[translate,background-color] duration-150 peer-checked:translate-x-4.5 rtl:peer-checked:-translate-x-4.5 peer-checked:bg-brand-ink peer-disabled:bg-ink-faint/45"
      />
    </span>
  )
}
