import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { uiTexts } from './messages.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'trailing' | 'prefixText' | 'suffixText'> & {
  /** Determines what a password manager offers. */
  autoComplete: 'current-password' | 'new-password'
  showLabel?: string
  hideLabel?: string
}

/** A password that can be shown; hidden again whenever the field is remounted. */
export function PasswordField({
  showLabel = uiTexts.showPassword,
  hideLabel = uiTexts.hidePassword,
  ...rest
}: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      type={isShown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={isShown ? hideLabel : showLabel}
          icon={isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  )
}
