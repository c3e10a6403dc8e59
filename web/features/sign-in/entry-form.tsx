import { type ComponentProps, type ReactNode, useEffect } from 'react'

import { prepareToasts } from '#web/ui/toast.tsx'
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx'

import { loadEntryRules } from './check-entry.ts'

/** A sign-in form. Without its script it would post, so no password ends up in an address. */
export function EntryForm({ form, children }: { form: ComponentProps<'form'>; children: ReactNode }) {
  useEffect(prepareToasts, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- whoever begins to type soon needs the rules
    <form {...form} method="post" onFocus={() => void loadEntryRules()} className="space-y-5">
      {children}
    </form>
  )
}

/** The email address for signing in, marked so phones and password managers recognise it. */
export function EmailField(props: Omit<TextFieldProps, 'type'>) {
  return (
    <TextField
      {...props}
      type="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
