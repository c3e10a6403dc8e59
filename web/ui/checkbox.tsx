import { Check } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FieldNote } from './field.tsx'

export type CheckboxProps = {
  label: ReactNode
  help?: ReactNode
  error?: string | null
} & Omit<ComponentProps<'input'>, 'type' | 'children' | 'aria-invalid' | 'aria-describedby'>

/** A box to tick; the whole line is the target. */
export function Checkbox({ label, help, error, id, className, ...rest }: CheckboxProps) {
  const madeUpId = useId()
  const controlId = id ?? madeUpId
  const noteId = `${controlId}-note`
  return (
    <div className={className}>
      <label
        htmlFor={controlId}
        className="flex min-h-11 items-start gap-3 py-2.5 has-disabled:text-ink-faint"
      >
        <span className="relative mt-0.5 grid size-5 shrink-0 place-items-center">
          <input
            {...rest}
            id={controlId}
            type="checkbox"
            aria-describedby={error || help ? noteId : undefined}
            aria-invalid={error ? true : undefined}
            className={classNames(
              'peer absolute inset-0 appearance-none rounded-small border bg-paper-raised transition-colors duration-120 checked:border-brand checked:bg-brand disabled:border-line disabled:bg-wash',
              error ? 'border-bad' : 'border-line-strong',
            )}
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none relative size-3.5 text-brand-ink opacity-0 peer-checked:opacity-100 peer-disabled:text-ink-faint"
          />
        </span>
        <span className="min-w-0 text-base leading-6">{label}</span>
      </label>
      {(error || help) && (
        <div className="-mt-1 pb-1 ps-8">
          <FieldNote id={noteId} help={help} error={error} />
        </div>
      )}
    </div>
  )
}
