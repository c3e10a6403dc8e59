import { type FormEvent, useState } from 'react'

import { redeemPass } from '#contract/console/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { navigate } from '#web/routing/navigate.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { PlacePage } from '../parts/place-page.tsx'
import { passTexts as texts } from './messages.ts'

/** Where the staff enter the code that somebody gave them. */
export function EnterCode() {
  const [code, setCode] = useState('')
  const take = useMutation(redeemPass, {})
  const { error } = take

  function send(event: FormEvent) {
    event.preventDefault()
    take.mutate({ input: { code } }, { onSuccess: ({ passId }) => navigate(`/staff/passes/${passId}`) })
  }

  return (
    <PlacePage>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <form className="mt-8 max-w-112 space-y-5" noValidate onSubmit={send}>
        <FormError>{error && error.field !== 'code' && error.message}</FormError>
        <TextField
          label={texts.code}
          help={texts.codeHelp}
          error={error?.field === 'code' ? error.message : undefined}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxLength={12}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button variant="primary" type="submit" isLoading={take.isPending}>
          {texts.open}
        </Button>
      </form>
    </PlacePage>
  )
}
