import { type FormEvent, type ReactNode, type Ref, useEffect } from 'react'

import { prepareToasts } from '#web/ui/toast.tsx'
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx'

/** A sign-in form. Without its script it would post, so no password ends up in an address. */
export function EntryForm({
  ref,
  onSubmit,
  children,
}: {
  ref: Ref<HTMLFormElement>
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  children: ReactNode
}) {
  useEffect(prepareToasts, [])
  return (
    <form ref={ref} method="post" noValidate onSubmit={(event) => void onSubmit(event)} className="space-y-5">
      {children}
    </form>
  )
}

/** The email address for signing in, marked so phones and password managers recognise it. */
export function EmailField(props: Omit<TextFieldProps, 'name' | 'type'>) {
  return (
    <TextField
      {...props}
      name="email"
      type="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
