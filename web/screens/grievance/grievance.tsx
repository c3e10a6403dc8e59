import { CircleCheck } from 'lucide-react'
import { useState } from 'react'

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
import type { InputOf, OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { useToken } from '#web/api/session.ts'
import type { FieldErrors } from '#web/features/form/create-form.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
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
  const [filed, setFiled] = useState<OutputOf<typeof fileGrievance> | null>(null)
  if (filed) {
    const { number, token, dueAt } = filed
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
        <OwnForm onFiled={setFiled} />
      </div>
    </Page>
  )
}

interface FormProps {
  onFiled: (answer: OutputOf<typeof fileGrievance>) => void
}

/** The fields begin with what the account knows; coming later, it would take away what was typed. */
function OwnForm({ onFiled }: FormProps) {
  const isSignedIn = useToken() !== null
  const account = useQuery(getLoggedInUser, {}, { isEnabled: isSignedIn })
  const user = account.data?.user
  if (isSignedIn && !user && !account.isError) return <FullPageSpinner label={texts.loading} />
  return <Form name={user?.displayName ?? ''} email={user?.email ?? ''} onFiled={onFiled} />
}

function Form({ name, email, onFiled }: FormProps & { name: string; email: string }) {
  const form = useCallForm(fileGrievance, {
    initial: { kind: '', name, email, url: '', text: '' },
    check({ kind, ...rest }) {
      const known = kindOf(kind)
      const wrong = problemsOf({ kind: known ?? 'other', ...rest })
      return known === undefined ? { ...wrong, kind: texts.kindMissing } : wrong
    },
    input: ({ kind, ...rest }) => ({ kind: kindOf(kind) ?? 'other', ...rest }),
    onDone: onFiled,
  })
  return (
    <form {...form.props} className="mt-8 space-y-5">
      <FormError>{form.problem}</FormError>
      <Select
        {...form.field('kind')}
        label={texts.kind}
        placeholder={texts.choose}
        options={GRIEVANCE_KINDS.map((value) => ({
          value,
          label: enforcementMessages.grievances[value],
        }))}
      />
      <TextField
        {...form.field('name')}
        label={texts.name}
        autoComplete="name"
        maxLength={GRIEVANCE_NAME_MAX_LENGTH}
      />
      <TextField
        {...form.field('email')}
        label={texts.email}
        type="email"
        autoComplete="email"
        help={texts.emailHelp}
      />
      <TextField
        {...form.field('url')}
        label={texts.url}
        type="url"
        autoComplete="off"
        hint={texts.optional}
        help={texts.urlHelp}
        maxLength={GRIEVANCE_URL_MAX_LENGTH}
      />
      <TextArea {...form.field('text')} label={texts.text} rows={7} characterLimit={GRIEVANCE_MAX_LENGTH} />
      <Button type="submit" variant="primary" isLoading={form.isSaving}>
        {texts.send}
      </Button>
    </form>
  )
}

function kindOf(chosen: string) {
  return GRIEVANCE_KINDS.find((each) => each === chosen)
}

/** A sentence for each field that is wrong; of several, the first counts. */
function problemsOf(input: InputOf<typeof fileGrievance>): FieldErrors {
  const issues = grievanceForm.safeParse(input).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
}
