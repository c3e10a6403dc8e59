import { CircleCheck } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { fileGrievance } from '#contract/enforcement/calls.ts'
import { grievanceForm } from '#contract/enforcement/grievance-form.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import {
  GRIEVANCE_KINDS,
  GRIEVANCE_MAX_LENGTH,
  GRIEVANCE_NAME_MAX_LENGTH,
  GRIEVANCE_URL_MAX_LENGTH,
} from '#contract/enforcement/rules.ts'
import type { InputOf } from '#contract/http/route.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { useToken } from '#web/api/session.ts'
import { type FieldErrors, textOf, useFormErrors } from '#web/features/form/use-form-errors.ts'
import { momentText } from '#web/features/time/when-text.ts'
import { usePageConfig } from '#web/page-data.tsx'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Select } from '#web/ui/select.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { grievanceTexts as texts } from './messages.ts'

/** The form to the grievance officer, for everybody. */
export function GrievanceScreen() {
  const { operator } = usePageConfig()
  const filing = useMutation(fileGrievance)
  if (filing.data) {
    const { number, token, dueAt } = filing.data
    return (
      <Page title={texts.title} isNarrow>
        <EmptyState
          icon={<CircleCheck />}
          title={texts.sent.title(String(number))}
          action={<Button to={`/grievance/${number}/${token}`}>{texts.sent.see}</Button>}
        >
          {texts.sent.body(momentText(dueAt))}
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title={texts.title} subtitle={texts.intro(operator.grievanceOfficer)} isNarrow>
      <p className="text-base text-ink-soft">{texts.times}</p>
      <p className="mt-2 text-sm">
        <Link to="/transparency" className="rounded-small text-brand underline underline-offset-3">
          {texts.transparency}
        </Link>
      </p>
      <div className="max-w-form">
        <Form filing={filing} />
      </div>
    </Page>
  )
}

function Form({ filing }: { filing: ReturnType<typeof useMutation<typeof fileGrievance>> }) {
  const isSignedIn = useToken() !== null
  const account = useQuery(getLoggedInUser, {}, { isEnabled: isSignedIn })
  const user = account.data?.user
  const [text, setText] = useState('')
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  // The fields begin with what the account knows; coming later, it would take away what was typed.
  if (isSignedIn && !user && !account.isError) return <FullPageSpinner label={texts.loading} />

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (filing.isPending) return
    const data = new FormData(event.currentTarget)
    const kind = GRIEVANCE_KINDS.find((each) => each === textOf(data, 'kind'))
    const rest = {
      name: textOf(data, 'name'),
      email: textOf(data, 'email'),
      url: textOf(data, 'url'),
      text: textOf(data, 'text'),
    }
    const problems = problemsOf({ kind: kind ?? 'other', ...rest })
    const found = kind === undefined ? { ...problems, kind: texts.kindMissing } : problems
    show(found)
    if (kind !== undefined && Object.keys(found).length === 0)
      filing.mutate({ input: { kind, ...rest } }, { onError: showRefusal })
  }

  return (
    <form ref={formRef} noValidate onSubmit={send} className="mt-8 space-y-5">
      <FormError>{filing.error && filing.error.field === undefined ? filing.error.message : null}</FormError>
      <Select
        label={texts.kind}
        name="kind"
        placeholder={texts.choose}
        defaultValue=""
        error={errors['kind'] ?? null}
        options={GRIEVANCE_KINDS.map((value) => ({
          value,
          label: enforcementMessages.grievances[value],
        }))}
        onChange={() => forget('kind')}
      />
      <TextField
        label={texts.name}
        name="name"
        autoComplete="name"
        maxLength={GRIEVANCE_NAME_MAX_LENGTH}
        defaultValue={user?.displayName ?? ''}
        error={errors['name'] ?? null}
        onChange={() => forget('name')}
      />
      <TextField
        label={texts.email}
        name="email"
        type="email"
        autoComplete="email"
        help={texts.emailHelp}
        defaultValue={user?.email ?? ''}
        error={errors['email'] ?? null}
        onChange={() => forget('email')}
      />
      <TextField
        label={texts.url}
        name="url"
        type="url"
        autoComplete="off"
        hint={texts.optional}
        help={texts.urlHelp}
        maxLength={GRIEVANCE_URL_MAX_LENGTH}
        error={errors['url'] ?? null}
        onChange={() => forget('url')}
      />
      <TextArea
        label={texts.text}
        name="text"
        rows={7}
        characterLimit={GRIEVANCE_MAX_LENGTH}
        value={text}
        error={errors['text'] ?? null}
        onChange={({ target }) => {
          setText(target.value)
          forget('text')
        }}
      />
      <Button type="submit" variant="primary" isLoading={filing.isPending}>
        {texts.send}
      </Button>
    </form>
  )
}

/** A sentence for each field that is wrong; of several, the first counts. */
function problemsOf(input: InputOf<typeof fileGrievance>): FieldErrors {
  const issues = grievanceForm.safeParse(input).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
}
