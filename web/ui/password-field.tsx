import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { uiTexts } from './messages.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'trailing' | 'prefixText' | 'suffixText'> & {
  /** Determines what a password manager offers. */
  autoComplete: 'current-password' | 'new-password'
}

/** A password that can be shown; hidden again whenever the field is remounted. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={isShown ? uiTexts.hidePassword : uiTexts.showPassword}
          icon={isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  )
}
