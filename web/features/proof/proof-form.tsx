import { ShieldCheck } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'

import { type prove, sendProofCode } from '#contract/accounts/calls.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { proofMessages } from '#contract/accounts/proof-messages.ts'
import { type ProofWay, readCode, type SecondStep } from '#contract/accounts/proof-rules.ts'
import type { InputOf } from '#contract/http/route.ts'
import { useMutation } from '#web/api/queries.ts'
import { FormError, FormSuccess } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx'

import { proofTexts as texts } from './messages.ts'
import { askPasskey, hasPasskeys, PasskeyError } from './passkey.ts'

export type ProofAnswer = InputOf<typeof prove>

/** A refusal, as far as it is shown. */
interface Refusal {
  field?: string | undefined
  message: string
}

/** Takes one proof, in the best of the ways there are; the others are offered below it. */
export function ProofForm({
  second,
  email,
  isPending,
  refusal,
  onAnswer,
}: {
  second: SecondStep
  /** For password managers; unknown before signing in. */
  email?: string | undefined
  isPending: boolean
  refusal: Refusal | null
  onAnswer: (answer: ProofAnswer) => void
}) {
  const ways = second.ways.filter((way) => way !== 'passkey' || (second.passkey && hasPasskeys()))
  const [way, setWay] = useState(ways[0])
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<Refusal | null>(null)
  const formRef = useRef<HTMLFormElement>(null)
  const shown = problem ?? refusal

  // A wrong code is typed over.
  useEffect(() => {
    if (refusal) formRef.current?.querySelector('input')?.select()
  }, [refusal])

  function choose(other: ProofWay) {
    setWay(other)
    setTyped('')
    setProblem(null)
  }

  async function sendPasskey() {
    if (!second.passkey || isPending) return
    setProblem(null)
    try {
      onAnswer({ challenge: second.passkey.challenge, assertion: await askPasskey(second.passkey) })
    } catch (error) {
      if (!(error instanceof PasskeyError)) throw error
      setProblem({ message: error.message })
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const wrong = way === 'password' ? typed === '' : readCode(typed) === null
    if (wrong) {
      const message = way === 'password' ? accountMessages.passwordRequired : proofMessages.factorCodeFormat
      setProblem({ field: way === 'password' ? 'currentPassword' : 'code', message })
      formRef.current?.querySelector('input')?.focus()
      return
    }
    setProblem(null)
    onAnswer(way === 'password' ? { currentPassword: typed } : { code: typed })
  }

  if (way === undefined) return <FormError>{texts.noWay}</FormError>
  const isOfField = shown?.field === 'code' || shown?.field === 'currentPassword'
  const error = shown && isOfField ? shown.message : null
  const others = ways.filter(
    (other): other is keyof typeof texts.others => other !== way && other in texts.others,
  )
  return (
    <div className="space-y-5">
      {shown && !isOfField && <FormError>{shown.message}</FormError>}
      {way === 'passkey' ? (
        <div>
          <Button
            variant="primary"
            size="large"
            isFullWidth
            icon={<ShieldCheck />}
            isLoading={isPending}
            onClick={() => void sendPasskey()}
            data-autofocus
          >
            {texts.askPasskey}
          </Button>
          <p className="mt-2 text-center text-sm text-ink-faint">{texts.passkeyHint}</p>
        </div>
      ) : (
        <form ref={formRef} noValidate onSubmit={submit} className="space-y-5">
          <ProofField
            key={way}
            way={way}
            email={email}
            value={typed}
            error={error}
            onChange={({ target }) => {
              setTyped(target.value)
              setProblem(null)
            }}
          />
          <Button type="submit" variant="primary" size="large" isFullWidth isLoading={isPending}>
            {texts.confirm}
          </Button>
        </form>
      )}
      {others.length > 0 && (
        <ul className="flex flex-col items-center">
          {others.map((other) => (
            <li key={other}>
              <Button variant="quiet" onClick={() => choose(other)}>
                {texts.others[other]}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function ProofField({
  way,
  email,
  ...field
}: {
  way: Exclude<ProofWay, 'passkey'>
  email: string | undefined
} & Pick<TextFieldProps, 'value' | 'error' | 'onChange'>) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => ref.current?.focus(), [])

  if (way === 'password')
    return (
      <>
        <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
        <PasswordField
          ref={ref}
          name="currentPassword"
          label={texts.password}
          autoComplete="current-password"
          {...field}
          data-autofocus
        />
      </>
    )
  if (way === 'mailed-code') return <MailedProofCode {...field} />
  const isApp = way === 'app'
  return (
    <TextField
      ref={ref}
      name="code"
      label={isApp ? texts.appCode : texts.recoveryCode}
      help={isApp ? texts.appCodeHelp : texts.recoveryCodeHelp}
      {...field}
      autoComplete={isApp ? 'one-time-code' : 'off'}
      inputMode={isApp ? 'numeric' : 'text'}
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={isApp ? 7 : 24}
      inputClassName="font-mono tracking-widest"
      dir="ltr"
      data-autofocus
    />
  )
}

/** For users who have neither a second factor nor a password: they sign in with Google alone. */
function MailedProofCode(field: Pick<TextFieldProps, 'value' | 'error' | 'onChange'>) {
  const mail = useMutation(sendProofCode)
  return (
    <>
      <FormError>{mail.error?.message}</FormError>
      <FormSuccess>{mail.isSuccess && accountMessages.codeSent}</FormSuccess>
      <Button isLoading={mail.isPending} onClick={() => mail.mutate({ input: {} })} data-autofocus>
        {mail.isSuccess ? texts.mailAnother : texts.mailCode}
      </Button>
      <TextField
        name="code"
        label={texts.mailedCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        {...field}
      />
    </>
  )
}
